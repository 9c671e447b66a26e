// Requests corrections as staff in a real browser without JavaScript, and answers them as the client on a phone.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectTallControls,
  screenshot,
} from "../../../../test/harness/browser.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { newIntake, type SampleIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import type { TestFirm } from "../../../../test/harness/service.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { enterConsole } from "../../../../test/harness/staff-browser.ts"
import { waitForTitle } from "../../../../test/harness/wait-for-title.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { addAsset } from "../../assets/editing.ts"
import { changeContact } from "../../contacts/editing.ts"
import { createInvitation } from "../../matters/invitations/invitations.ts"
import { assignRole } from "../../roles/roles.ts"
import { completeMatter, submitMatter } from "../../submissions/submissions.ts"
import { listCorrections } from "../corrections.ts"
import { collectCorrection, requestCorrections } from "../requests.ts"

const { service, browser } = await openServiceAndBrowser()

const enter = (firm: TestFirm, width = 1280, dark = false) =>
  enterConsole({ browser, service, firm }, { width, dark })

interface SubmittedIntake extends SampleIntake {
  invite_url: string
  asset_id: string
}

/** A couple's submitted matter with a record of every kind. */
async function newSubmittedMatter(firm: TestFirm): Promise<SubmittedIntake> {
  const intake = await newIntake(firm)
  const { ids, matter_id, main, spouse, child, asClient } = intake
  const asset_id = await asClient(async (tx) => {
    for (const id of [main, spouse]) {
      await changeContact(tx, id, [{ field: "date_of_birth", value: "1960-05-06" }])
      await assignRole(tx, matter_id, { role_id: ids.executor, focus_contact_id: id, levels: [[child]] })
    }
    const answers = { [ids.has_will]: "no", [ids.children_wishes]: "Swiming lessons" }
    for (const [question_id, value] of Object.entries(answers))
      await saveAnswer(tx, service.ring, matter_id, { question_id, value })
    return addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "12 Elm Street" })
  })
  await upload(service, intake, { request_id: ids.statements }, "may.txt", "May")
  await asClient((tx) => submitMatter(tx, service.ring, matter_id))
  const { invite_url } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id, party: "main", email: "ada@example.com", first_name: "Ada" }),
  )
  return { ...intake, invite_url, asset_id }
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click()
const follow = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("link", { name }).first().click()
const status = (page: Page) => page.getByRole("status").first().innerText()

test("staff request corrections by email, the client makes them on a phone without JavaScript, and staff resolve them", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { matter_id, invite_url } = await newSubmittedMatter(firm)
  const staff = await enter(firm)
  await staff.goto(`/console/matters/${matter_id}/review`)
  await expectNoAxeViolations(staff)
  await follow(staff, "Ask Wishes for your children")
  await expectNoAxeViolations(staff)
  // The form suggests a sentence.
  await staff.getByLabel("Your words to the client").fill("")
  await press(staff, "Add to the list")
  await waitForTitle(staff, /^Error: /)
  await staff.getByRole("alert").getByText("Tell the client what to look at, in a sentence.").waitFor()
  await staff.getByLabel("Your words to the client").fill("Is this spelled right? We would print it.")
  await press(staff, "Add to the list")
  assert.match(await status(staff), /Nothing is sent until you ask the client\./)
  await follow(staff, "See the list")
  await follow(staff, "Ask about…")
  await staff.getByLabel("What should the client check again?").fill("Cleo Smith")
  await staff.getByLabel("Your words to the client").fill("Is she called Clio?")
  await press(staff, "Add to the list")
  await expectNoAxeViolations(staff)
  await screenshot(staff, "corrections-collected")
  await press(staff, "Ask about 2 things together")
  assert.match(await status(staff), /The client has been asked for corrections\./)

  await staff.goto("/console/settings/email")
  await follow(staff, /asks you to look at something again/)
  const mail = await staff.getByRole("main").innerText()
  assert.match(mail, literally(invite_url))
  assert.doesNotMatch(mail, /spelled|Clio|Swiming/)

  const phone = await browser.newPage({
    javascript: false,
    width: 360,
    height: 640,
    base_url: service.base_url,
  })
  await phone.goto(invite_url)
  await press(phone, "Start")
  await phone.goto("/portal")
  await phone.getByRole("heading", { name: "Hartwell & Pryce asks you to look at 2 things again" }).waitFor()
  await expectNoAxeViolations(phone)
  await expectNoSidewaysScroll(phone)
  await expectTallControls(phone)
  await screenshot(phone, "corrections-phone-list")
  await follow(phone, "Wishes for your children")
  await phone.getByText("Is this spelled right?").waitFor()
  await expectNoAxeViolations(phone)
  await expectNoSidewaysScroll(phone)
  await expectTallControls(phone)
  await screenshot(phone, "corrections-phone-question")
  await phone.getByRole("textbox", { name: "Wishes for your children" }).fill("Swimming lessons")
  await press(phone, "Save and continue")
  await phone.getByRole("heading", { name: "Hartwell & Pryce asks you to look at one thing again" }).waitFor()
  await follow(phone, "Cleo Smith")
  await phone.getByText("Is she called Clio?").waitFor()
  await expectNoAxeViolations(phone)
  await screenshot(phone, "corrections-phone-person")
  await press(phone, "I have looked at this")
  await phone
    .getByRole("heading", { name: "You have looked at everything Hartwell & Pryce asked about" })
    .waitFor()
  await screenshot(phone, "corrections-phone-done")

  await staff.goto(`/console/matters/${matter_id}/conversation?kind=corrections`)
  const row = staff.getByRole("listitem").filter({ hasText: "Is this spelled right?" })
  assert.match(await row.innerText(), /Swiming lessons[\s\S]*→[\s\S]*Swimming lessons/)
  await staff
    .getByRole("listitem")
    .filter({ hasText: "Is she called Clio?" })
    .getByText("Checked it and changed nothing.")
    .waitFor()
  await expectNoAxeViolations(staff)
  await screenshot(staff, "corrections-answered")
  await row.getByRole("button", { name: /Resolve/ }).click()
  assert.match(await status(staff), /The correction is resolved\./)
  await row.getByText("Resolved", { exact: true }).waitFor()
  await staff.goto(`/console/matters/${matter_id}/activity`)
  for (const words of [
    "Asked the client for 2 corrections",
    "Client made changes",
    "Client checked and changed nothing",
    "Correction resolved",
  ])
    await staff.getByText(words).first().waitFor()
  await phone.goto("/portal")
  assert.equal(await phone.getByText("Is this spelled right?").count(), 0)
  await phone.context().close()
  await staff.context().close()
})

test("each person, role, asset and file has a link that asks about it", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newSubmittedMatter(firm)
  const page = await enter(firm)
  const things = [
    ["Ask Cleo Smith", "Cleo Smith"],
    ["Ask Executor (for Ben Smith)", "Executor – Ben Smith"],
    ["Ask 12 Elm Street", "12 Elm Street"],
    ["Ask may.txt", "may.txt (Account statements)"],
  ]
  for (const [ask = "", label = ""] of things) {
    await page.goto(`/console/matters/${matter_id}/review`)
    await expectNoAxeViolations(page)
    await follow(page, ask)
    const [line = ""] = await page.locator(".line:has(.line-form)").allInnerTexts()
    for (const word of label.split(/ [–(]|\)/))
      assert.match(line, literally(word), `${line} is not about ${word}`)
    await page.getByLabel("Your words to the client").fill(`About ${label}`)
    await press(page, "Add to the list")
  }
  await follow(page, "See the list")
  await press(page, /Remove from the list.*may\.txt/)
  assert.match(await status(page), /is withdrawn/)
  await press(page, "Ask about 3 things together")
  await press(page, /Withdraw.*Cleo Smith/)
  await page
    .getByRole("listitem")
    .filter({ hasText: "Cleo Smith" })
    .getByText("Withdrawn", { exact: true })
    .waitFor()
  await page.goto(`/console/matters/${matter_id}`)
  await page.getByText("Waiting for the client: 2 corrections.").waitFor()
  await page.context().close()

  const phone = await enter(firm, 360)
  for (const path of ["", "/conversation", "/conversation?to=ask", "/review", "/documents"]) {
    await phone.goto(`/console/matters/${matter_id}${path}`)
    await expectNoSidewaysScroll(phone)
  }
  await screenshot(phone, "corrections-console-phone")
  await phone.context().close()
})

test("asking reopens a completed matter only if the checkbox is checked; a closed matter must be reopened first", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newSubmittedMatter(firm)
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))
  const page = await enter(firm)
  await page.goto(`/console/matters/${matter_id}/conversation?to=ask`)
  await page.getByLabel("What should the client check again?").fill("Ben Smith")
  await page.getByLabel("Your words to the client").fill("A middle name?")
  await press(page, "Add to the list")
  await press(page, "Ask about one thing")
  await page.getByRole("alert").getByText("Choose to reopen it for the client, too.").waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel("Reopen the matter for the client").check()
  await press(page, "Ask about one thing")
  await page.goto(`/console/matters/${matter_id}`)
  await page.getByText("Waiting for the client: 1 correction.").waitFor()
  await page.goto(`/console/matters/${matter_id}/menus`)
  await press(page, "Complete")
  await page.getByText("1 correction is open").waitFor()
  await page.goto(`/console/matters/${matter_id}/menus`)
  await press(page, "Close")
  await page.goto(`/console/matters/${matter_id}/review`)
  assert.equal(await page.getByRole("link", { name: /^Ask / }).count(), 0)
  await page.goto(`/console/matters/${matter_id}/conversation?to=ask`)
  await page.getByLabel("Note or task").waitFor()
  assert.equal(await page.getByRole("link", { name: /Ask about|To the client/ }).count(), 0)
  await page.context().close()
})

test("the portal warns before submitting with open corrections, and staff acknowledge changes one by one or all at once", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { matter_id, invite_url, ids, child, spouse, client } = await newSubmittedMatter(firm)
  const staff = await enter(firm, 360, true)
  await staff.goto(`/console/matters/${matter_id}/conversation?to=ask`)
  await expectNoAxeViolations(staff)
  await staff.getByLabel("What should the client check again?").fill("Whom should we call?")
  await staff.getByLabel("Your words to the client").fill("Someone who lives nearby, please.")
  await press(staff, "Ask now")
  await staff.locator("#stream").getByText("Someone who lives nearby, please.").waitFor()
  await firm.run(async (tx) => {
    await changeContact(tx, child, [{ field: "suffix", value: "Jr." }])
    await changeContact(tx, spouse, [{ field: "suffix", value: "Sr." }])
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: "no" })
    await saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value: "Swimming" })
  }, client)

  const phone = await browser.newPage({
    javascript: false,
    width: 360,
    dark: true,
    base_url: service.base_url,
  })
  await phone.goto(invite_url)
  await press(phone, "Start")
  await phone.goto("/portal")
  await expectNoAxeViolations(phone)
  await phone.goto("/portal/check")
  await phone.getByRole("heading", { name: "Hartwell & Pryce still asks about one thing" }).waitFor()
  await expectNoAxeViolations(phone)
  await press(phone, /Send the changes to/)
  await phone.getByRole("heading", { name: "Before you send" }).waitFor()
  await phone.getByText("Someone who lives nearby, please.").waitFor()
  await expectNoAxeViolations(phone)
  await expectNoSidewaysScroll(phone)
  await expectTallControls(phone)
  await screenshot(phone, "corrections-phone-warning")
  await press(phone, "Send anyway")
  await phone.getByRole("heading", { name: "Your changes have been sent" }).waitFor()
  await phone.context().close()

  await staff.goto("/console/matters")
  // At this width the status is cut, and its tooltip says the rest.
  const changed = staff.getByRole("table").getByText("Changes not seen")
  await changed.first().waitFor({ state: "attached" })
  await staff.goto(`/console/matters/${matter_id}`)
  await staff.getByText("The client changed something and submitted it again.").waitFor()
  await expectNoAxeViolations(staff)
  await screenshot(staff, "changes-overview-dark")
  await follow(staff, "See what changed")
  await staff.getByRole("heading", { name: /^Changed since last seen: \d/ }).waitFor()
  await expectNoAxeViolations(staff)
  await expectNoSidewaysScroll(staff)
  await press(staff, /^Accept Cleo/)
  assert.match(await status(staff), /Marked as accepted by you\./)
  await press(staff, /^Accept all \d under Changed since/)
  await staff.getByText(/^(\d+ of|All) \d+ lines (are )?accepted\.$/).waitFor()
  await expectNoAxeViolations(staff)
  await staff.goto("/console/matters")
  assert.equal(await changed.count(), 0)
  await staff.context().close()
})

test("with JavaScript, autosave answers a correction, and marking another as looked at saves what was just typed", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { matter_id, invite_url, ids, child } = await newSubmittedMatter(firm)
  await firm.run(async (tx) => {
    const about = null
    const wishes = { kind: "question", record_id: ids.children_wishes, about } as const
    await collectCorrection(tx, matter_id, { ...wishes, words: "Is this spelled right?" })
    await collectCorrection(tx, matter_id, { kind: "contact", record_id: child, about, words: "Clio?" })
    await requestCorrections(tx, service, matter_id, { invitation_ids: [], let_edit: false })
  })
  const stateOf = async (label: string) =>
    (await firm.run((tx) => listCorrections(tx, matter_id))).find((one) => one.label === label)?.state
  const phone = await browser.newPage({ width: 360, base_url: service.base_url })
  await phone.goto(invite_url)
  await press(phone, "Start")
  await phone.goto("/portal")
  await follow(phone, "Wishes for your children")
  await phone.getByRole("textbox", { name: "Wishes for your children" }).fill("Swimming lessons")
  await phone
    .getByText(/^Saved/)
    .first()
    .waitFor()
  assert.equal(await stateOf("Wishes for your children"), "answered")

  await phone.goto("/portal")
  await follow(phone, "Cleo Smith")
  await phone.getByLabel("Last name").fill("Smith-Typed")
  await press(phone, "I have looked at this")
  await phone.getByRole("heading", { name: /You have looked at everything/ }).waitFor()
  await phone.getByRole("link", { name: "Cleo Smith-Typed" }).waitFor()
  await phone.context().close()
})
