// Requests corrections as staff in a real browser without JavaScript, and answers them as the client on a phone.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  screenshot,
} from "../../../../test/harness/browser.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { newIntake, type SampleIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import type { TestFirm } from "../../../../test/harness/service.ts"
import { openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { enterConsole } from "../../../../test/harness/staff-browser.ts"
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
