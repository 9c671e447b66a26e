// Messages between a client and the firm, in the portal, with and without JavaScript.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
} from "../../../../test/harness/browser.ts"
import { newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { openPageOf, openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { listTopics, readTopic } from "../messages.ts"
import { openTopic, writeMessage } from "../writing.ts"

const both = await openServiceAndBrowser()
const { service } = both
const firm = await service.newFirm("Hartwell & Pryce")

const topicsOf = ({ matter_id }: PortalIntake) =>
  firm.run((tx) => listTopics(tx, service.ring, matter_id, ""))
const reply = ({ matter_id }: PortalIntake, topic_id: string, text: string) =>
  firm.run((tx) => writeMessage(tx, service, { matter_id, topic_id }, { text }))

for (const javascript of [true, false]) {
  const how = javascript ? "with" : "without"
  test(`a client asks about a question, reads the reply and writes back, ${how} script`, async () => {
    const intake = await newPortalIntake(service, firm)
    const page = await openPageOf(both, intake.ada.cookies, { javascript, width: 360, height: 740 })
    await page.goto(intake.pageOf(intake.ids.has_will))
    const line = page.locator("summary", { hasText: "Do you have a will" })
    await line.click()
    await page.getByRole("link", { name: /^Ask us about this.*Do you have a will/ }).click()
    await page.getByRole("heading", { level: 1, name: "Write a message" }).waitFor()
    assert.match(await page.getByRole("main").innerText(), /About this question:/)
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    await expectNoSidewaysScroll(page)
    await expectTallControls(page)
    await page.getByRole("button", { name: "Send the message" }).click()
    await page.getByRole("link", { name: "Write your message." }).waitFor()
    await page.getByLabel("Your message").fill("Does an old will count?\nIt is from 1990.")
    await page.getByRole("button", { name: "Send the message" }).click()
    await page.getByText("Your message was sent.").waitFor()
    const [topic] = await topicsOf(intake)
    assert.ok(topic)
    assert.deepEqual([topic.question_id, topic.messages], [intake.ids.has_will, 1])
    const prompt = await page.getByRole("heading", { level: 1 }).innerText()
    assert.equal(
      await page.getByRole("link", { name: prompt, exact: true }).count(),
      1,
      "the question is linked",
    )

    await page.goto(intake.pageOf(intake.ids.has_will))
    await page.getByRole("link", { name: /^Messages about this.*Do you have a will/ }).waitFor()
    await line.press("Enter")
    await page.getByRole("checkbox", { name: /^I don’t know yet/ }).check()
    await line.press("Enter")
    assert.match(await line.innerText(), /^We will talk about this/, "the closed line says what was chosen")
    assert.equal(await page.getByRole("link", { name: /^Ask us about this/ }).count(), 0)
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })

    await reply(intake, topic.id, "Yes, please bring it.")
    await page.goto("/portal")
    await page.getByText("Hartwell & Pryce wrote to you: 1 new message").waitFor()
    await page.getByRole("link", { name: "Read the messages" }).click()
    await page.getByRole("link", { name: prompt }).click()
    await page.getByText("Yes, please bring it.").waitFor()
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    await expectNoSidewaysScroll(page)
    await page.getByLabel("Your reply").fill("Thank you")
    const chosen = { name: "will.txt", mimeType: "text/plain", buffer: Buffer.from("My will") }
    await page.getByLabel(/^Add files/).setInputFiles([chosen, { ...chosen, name: "run.exe" }])
    await page.getByRole("button", { name: "Send the message" }).click()
    await page.getByRole("link", { name: /^run\.exe: This type of file/ }).waitFor()
    assert.equal(await page.getByLabel("Your reply").inputValue(), "Thank you")
    await page.getByRole("button", { name: "Remove will.txt" }).waitFor()
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    await expectNoSidewaysScroll(page)
    await expectTallControls(page)
    await page.getByRole("button", { name: "Send the message" }).click()
    await page.getByText("Your message was sent.").waitFor()
    await page.getByRole("link", { name: "will.txt" }).waitFor()
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    const messages = await firm.run((tx) => readTopic(tx, service.ring, topic.id))
    assertEach(messages, ({ text, is_from_client }) => [text, is_from_client], [
      ["Does an old will count?\nIt is from 1990.", true],
      ["Yes, please bring it.", false],
      ["Thank you", true],
    ])
    await page.goto("/portal")
    assert.equal(await page.getByText("wrote to you").count(), 0, "what was read is not new")
    await page.context().close()
  })
}

test("the home page links to a first message, and shows each client's new messages in both languages", async () => {
  const intake = await newPortalIntake(service, firm)
  assert.match((await intake.ada.get("/portal")).html, /No messages yet/)
  assert.match((await intake.ada.get("/portal/messages")).html, /Write a message/)
  const sent = await intake.ada.post("/portal/messages/new", {
    subject: "Our cabin",
    text: "Where does it go?",
  })
  assert.equal(sent.status, 303)
  const topic_id = sent.location.replace(/^.*\/|#.*$/g, "")
  const ben = (await intake.ben.get("/portal?lang=es")).html
  assert.match(ben, /Hartwell &amp; Pryce le ha escrito: 1 mensaje nuevo/)
  assert.match((await intake.ben.get(`/portal/messages/${topic_id}`)).html, /Where does it go\?/)
  assert.doesNotMatch((await intake.ben.get("/portal")).html, /le ha escrito/)
  const faulty = await intake.ben.post("/portal/messages/new", { subject: " ", text: "x".repeat(5_001) })
  assert.equal(faulty.status, 422)
  assert.match(faulty.html, /Diga en pocas palabras de qué se trata/)
  assert.match(faulty.html, /Use como máximo 5,000 caracteres/)
})

test("another matter's topic returns 404, and a new topic ignores a question that is not asked", async () => {
  const [intake, other] = [await newPortalIntake(service, firm), await newPortalIntake(service, firm)]
  const topic_id = await firm.call(openTopic, service, intake.matter_id, { subject: "Ours", text: "Secret" })
  for (const send of ["get", "post"] as const) {
    const { status, html } = await other.ada[send](`/portal/messages/${topic_id}`, { text: "Hello" })
    assert.equal(status, 404)
    assert.doesNotMatch(html, /Secret/)
  }
  const { html } = await intake.ada.get(`/portal/messages/new?question=question_${"0".repeat(32)}`)
  assert.match(html, /What is it about\?/)
})

test("a new topic leads back to where it was opened: the list, or the question it is about", async () => {
  const { ada, ids } = await newPortalIntake(service, firm)
  const backOf = (html: string) => /class="back-link" href="([^"]*)"/.exec(html)?.[1]
  assert.equal(backOf((await ada.get("/portal/messages/new")).html), "/portal/messages")
  const about = (await ada.get(`/portal/messages/new?question=${ids.has_will}`)).html
  assert.match(about, /Do you have a will today\?/)
  assert.match(backOf(about) ?? "", /^\/portal\/sections\/section_/)
  assert.doesNotMatch(about, /What is it about\?/)
})
