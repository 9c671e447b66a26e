import assert from "node:assert/strict"
import { test } from "node:test"
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../../../../test/harness/browser.ts"
import { newMatterWithNotes } from "../../../../test/harness/many-notes.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { enterConsole } from "../../../../test/harness/staff-browser.ts"
import { listCorrections } from "../../../intake/corrections/corrections.ts"
import { markStarted } from "../../../intake/matters/lifecycle.ts"
import { openTopic } from "../../../intake/messages/writing.ts"

const both = await openServiceAndBrowser()
const { service } = both

for (const javascript of [true, false])
  test(`a client's message waits on the home page until staff reply, ${javascript ? "with" : "without"} JavaScript`, async () => {
    const { firm, matter_id, client } = await newFirmWithIntake(service)
    await firm.run(
      (tx) => openTopic(tx, service, matter_id, { subject: "Our cabin", text: "Where does it go?" }),
      client,
    )
    const page = await enterConsole({ ...both, firm }, { javascript, width: javascript ? 360 : 1280 })
    await page.goto("/console?of=firm")
    await page.getByRole("link", { name: "Messages to answer 1" }).waitFor()
    await page.getByRole("link", { name: /^Reply/ }).click()
    await page.getByText("Reply due").waitFor()
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    await expectNoSidewaysScroll(page)
    await page.getByText("Where does it go?").waitFor()
    await page.getByText("Reply about Our cabin").first().waitFor()
    await page.getByLabel("Your message").fill("To Cleo, as you said.")
    await page.getByText("Attach files").click()
    const buffer = Buffer.from("Draft")
    await page.getByLabel(/^Files/).setInputFiles({ name: "draft.txt", mimeType: "text/plain", buffer })
    await page.getByRole("button", { name: "Send to the client" }).click()
    await page.getByText("The message was sent.").waitFor()
    await page.getByText("To Cleo, as you said.").waitFor()
    await page.getByRole("link", { name: "draft.txt" }).waitFor()
    assert.equal(await page.getByText("Reply due").count(), 0)
    await page.goto("/console?of=firm")
    assert.equal(await page.getByRole("link", { name: /^Messages to answer/ }).count(), 0)

    await page.goto(`/console/matters/${matter_id}/conversation`)
    assert.equal(await page.getByLabel("Topic").isVisible(), !javascript, "one line until someone writes")
    await page.getByLabel("Your message").focus()
    await page.getByLabel("Topic").fill("")
    await page.getByRole("button", { name: "Send to the client" }).click()
    await page.getByText("Enter a short subject.").first().waitFor()
    await page.getByLabel("Topic").fill("Next meeting")
    await page.getByLabel("Your message").fill("Does Tuesday suit you?")
    await page.getByRole("button", { name: "Send to the client" }).click()
    await page.locator("#stream").getByText("Does Tuesday suit you?").waitFor()
    assert.equal(await page.getByLabel("Your message").inputValue(), "")
    await page.context().close()
  })

test("the newest entry is in view above the composer; earlier ones, and other modes, come without leaving the page", async () => {
  const firm = await service.newFirm()
  const matter_id = await newMatterWithNotes(firm, 60)
  const page = await enterConsole({ ...both, firm }, { javascript: true })
  await page.goto(`/console/matters/${matter_id}/conversation`)
  const topOf = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((entry) => entry.getBoundingClientRect().top)
  const composer = () =>
    page.locator("#composer").evaluate((form) => {
      const { top, bottom } = form.getBoundingClientRect()
      return { top, bottom, window: innerHeight }
    })
  const at = await composer()
  assert.ok(at.bottom <= at.window && at.top > at.window - 120, "one line at the foot of the window")
  const newest = await topOf("Note 60.")
  assert.ok(newest > 0 && newest < at.top)
  await page.evaluate(() => {
    ;(window as { stays?: true }).stays = true
    document.querySelector("[data-older]")?.scrollIntoView()
  })
  const before = await topOf("Note 36.")
  await page.getByRole("link", { name: "Older entries" }).click()
  await page.getByText("Note 11.", { exact: true }).waitFor()
  assert.ok(Math.abs((await topOf("Note 36.")) - before) < 2, "what is read now does not move")
  await page.getByRole("link", { name: "Older entries" }).click()
  await page.getByText("Note 1.", { exact: true }).waitFor()
  assert.equal(await page.getByRole("link", { name: "Older entries" }).count(), 0)

  await page.getByLabel("Your message").fill("For the client")
  await page.getByRole("link", { name: "Internal note" }).click()
  await page.getByLabel("Note or task").fill("For colleagues")
  await page.getByRole("link", { name: "To the client" }).click()
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "For the client")
  assert.equal(await page.evaluate(() => (window as { stays?: true }).stays), true)
  await page.context().close()
})

test("what is written on a page of earlier entries stays in sight, and the address leads to it", async () => {
  const firm = await service.newFirm()
  const matter_id = await newMatterWithNotes(firm, 30)
  const page = await enterConsole({ ...both, firm }, { javascript: true })
  const url = `/console/matters/${matter_id}/conversation`
  await page.goto(url)
  const older = await page.getByRole("link", { name: "Older entries" }).getAttribute("href")
  await page.goto(`${older}&to=internal`)
  await page.getByLabel("Note or task").fill("Written now")
  await page.getByRole("button", { name: "Add for your firm" }).click()
  const written = page.locator("#entries p", { hasText: "Written now" })
  await written.waitFor()
  assert.equal(page.url(), `${service.base_url}${url}?to=internal`)
  const colleague = await enterConsole({ ...both, firm }, { javascript: true })
  await colleague.goto(`${url}?to=internal`)
  await colleague.getByLabel("Note or task").fill("By a colleague")
  await colleague.getByRole("button", { name: "Add for your firm" }).click()
  await page.locator("#entries p", { hasText: "By a colleague" }).waitFor()
  assert.equal(await written.count(), 1)
  await Promise.all([page, colleague].map((each) => each.context().close()))
})

test("what is typed while a reply is being sent stays, and is not sent with it", async () => {
  const { firm, matter_id, client } = await newFirmWithIntake(service)
  const topic = { subject: "Our cabin", text: "Where does it go?" }
  await firm.run((tx) => openTopic(tx, service, matter_id, topic), client)
  const page = await enterConsole({ ...both, firm }, { javascript: true })
  await page.goto(`/console/matters/${matter_id}/conversation`)
  const held = Promise.withResolvers<void>()
  await page.route("**/conversation", async (route) => {
    await held.promise
    await route.continue()
  })
  const message = page.getByLabel("Your message")
  await message.fill("To Cleo.")
  await message.press("Control+Enter")
  await message.fill("And the boat?")
  held.resolve()
  await page.locator("#stream").getByText("To Cleo.").waitFor()
  assert.equal(await message.inputValue(), "And the boat?")
  await page.getByLabel("Topic").fill("The boat")
  await message.press("Control+Enter")
  await page.locator("#stream").getByText("And the boat?").waitFor()
  assert.equal(await message.inputValue(), "")
  await page.context().close()
})

for (const javascript of [true, false])
  test(`staff ask about an item found by typing a part of it, at once or together, ${javascript ? "with" : "without"} JavaScript`, async () => {
    const { firm, matter_id } = await newFirmWithIntake(service)
    await firm.run((tx) => markStarted(tx, matter_id))
    const page = await enterConsole({ ...both, firm }, { javascript, width: javascript ? 360 : 1280 })
    await page.goto(`/console/matters/${matter_id}/conversation`)
    await page.getByRole("link", { name: "Ask about…" }).click()
    const ask = async (item: string, words: string, button: string) => {
      await page.getByLabel("What should the client check again?").fill(item)
      await page.getByLabel("Your words to the client").fill(words)
      await page.getByRole("button", { name: button }).click()
    }
    await ask("Smith", "Who?", "Ask now")
    await page
      .getByText(/^Choose one of them: “/)
      .first()
      .waitFor()
    await ask("cleo", "Is she called Clio?", "Ask now")
    await page.locator("#stream").getByText("Is she called Clio?").waitFor()
    await ask("ben smith", "A middle name?", "Add to the list")
    await page.getByRole("heading", { name: "Not asked yet: 1" }).waitFor()
    await ask("ada smith", "A maiden name?", "Add to the list")
    await page.getByRole("heading", { name: "Not asked yet: 2" }).waitFor()
    if (javascript) await expectNoAxeViolations(page, { also_dark: true })
    await expectNoSidewaysScroll(page)
    await page.getByRole("button", { name: "Ask about 2 things together" }).click()
    await page.locator("#stream").getByText("A maiden name?").waitFor()
    assert.equal(await page.getByRole("heading", { name: /^Not asked yet/ }).count(), 0)
    const states = (await firm.run((tx) => listCorrections(tx, matter_id))).map(({ label, state }) => [
      label,
      state,
    ])
    assert.deepEqual(states, [
      ["Cleo Smith", "open"],
      ["Ben Smith", "open"],
      ["Ada Smith", "open"],
    ])
    await page.locator("#stream").getByRole("button", { name: "Withdraw (Cleo Smith)" }).click()
    await page.locator("#stream").getByText("Withdrawn", { exact: true }).waitFor()
    await page.context().close()
  })

test("a subject that is typed before the words waits in its mode too, and a refused field keeps its hint", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  await firm.run((tx) => markStarted(tx, matter_id))
  const page = await enterConsole({ ...both, firm }, { javascript: true })
  await page.goto(`/console/matters/${matter_id}/conversation?to=ask`)
  const subject = page.locator("#subject")
  const described = () => subject.getAttribute("aria-describedby")
  const hint = (await described()) ?? ""
  assert.ok(hint)
  await page.locator("#words").fill("Who?")
  await page.getByRole("button", { name: "Ask now" }).click()
  await page.locator("#subject-fault").waitFor()
  assert.equal(await described(), `${hint} subject-fault`)
  await subject.fill("cleo")
  await page.locator("#words").fill("")
  await page.getByRole("button", { name: "Ask now" }).click()
  await page.locator("#words-fault").waitFor()
  assert.equal(await described(), hint)
  await page.getByRole("link", { name: "Internal note" }).click()
  await page.getByLabel("Note or task").waitFor()
  await page.getByRole("link", { name: "Ask about…" }).click()
  await page.locator("#words").waitFor()
  assert.equal(await subject.inputValue(), "cleo")
  await page.context().close()
})

test("what is typed waits in its own mode through reloads and other pages, and is gone once sent or signed out", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const page = await enterConsole({ ...both, firm }, { javascript: true })
  const url = `/console/matters/${matter_id}/conversation`
  const message = page.getByLabel("Your message")
  const note = page.getByLabel("Note or task")
  await page.goto(`${url}?to=internal`)
  await note.fill("A difficult client")
  await page.goto(url)
  assert.equal(await message.inputValue(), "", "a note never stands where it would go to the client")
  await message.focus()
  await page.getByLabel("Topic").fill("Next meeting")
  await message.fill("Does Tuesday suit you?")
  await page.goto("/console")
  await page.goto(url)
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "Does Tuesday suit you?")
  assert.equal(await page.locator("#send-later[open]").count(), 0, "no time was chosen")
  assert.equal(await page.getByLabel("Topic").inputValue(), "Next meeting")
  await message.press("Control+Enter")
  await page.locator("#stream").getByText("Does Tuesday suit you?").waitFor()
  await page.reload()
  assert.equal(await message.inputValue(), "")
  await page.goto(`${url}?to=internal`)
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "A difficult client")
  assert.match(await page.evaluate(() => JSON.stringify(localStorage)), /A difficult client/)
  await page.evaluate(() =>
    document.querySelector<HTMLFormElement>('form[action="/console/sign-out"]')?.requestSubmit(),
  )
  await page.waitForURL("**/console/signed-out")
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify(localStorage)), /A difficult client/)
  await page.context().close()
})
