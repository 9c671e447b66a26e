// Without script, a page with several requests is one form: no button loses what is chosen beside another.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { openPageOf, openServiceAndBrowser } from "../../../../test/harness/service-and-browser.ts"
import { saveAnswer } from "../../answers/answers.ts"
import { readRequestStates } from "../document-choices.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm()

const boxOf = (page: Page, title: string) =>
  page.locator(".upload-part").filter({ has: page.getByRole("heading", { name: new RegExp(`^${title}`) }) })
const will = (page: Page) => boxOf(page, "Copy of your will")
const statements = (page: Page) => boxOf(page, "Account statements")
const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(`The text of ${name}`) })

async function open(intake: PortalIntake): Promise<Page> {
  const answer = { question_id: intake.ids.has_will, value: "yes" }
  await firm.run((tx) => saveAnswer(tx, service.ring, intake.matter_id, answer))
  const page = await openPageOf(opened, intake.ada.cookies, { width: 360, height: 740, javascript: false })
  await page.goto(intake.pageOf(intake.ids.will_copy, "all"))
  return page
}

const statesOf = async ({ matter_id, ids }: PortalIntake) => {
  const states = await firm.run((tx) => readRequestStates(tx, matter_id))
  return [states.get(ids.will_copy), states.get(ids.statements)]
}
const filesOf = async ({ matter_id, ids }: PortalIntake) => {
  const { documents } = (await firm.request("GET", `/v1/matters/${matter_id}/documents`)).body
  return documents
    .map(({ filename, request }: { filename: string; request: string }) => [
      filename,
      request === ids.statements,
    ])
    .toSorted()
}

test("uploading one document keeps the choice for another", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  await will(page).getByLabel("I’ll bring it").check()
  await statements(page)
    .getByLabel("Choose files")
    .setInputFiles([file("may.txt"), file("june.txt")])
  await statements(page).getByLabel("Add").check()
  await statements(page).getByRole("button", { name: "Upload" }).click()
  await page.getByText("2 files received").waitFor()
  assert.ok(await will(page).getByLabel("I’ll bring it").isChecked())
  assert.deepEqual(await statesOf(intake), ["bring", "file"])
  assert.equal((await filesOf(intake)).length, 2)
})

test("pressing Upload without a file asks for it there, and keeps the choice for another", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  await will(page).getByLabel("I don’t have it").check()
  await statements(page).getByLabel("Add").check()
  await statements(page).getByRole("button", { name: "Upload" }).click()
  await statements(page).locator(".error-message", { hasText: "Choose a file first" }).waitFor()
  assert.equal(await will(page).locator(".error-message:not([hidden])").count(), 0)
  assert.equal(await page.locator(".error-summary a").getAttribute("href"), `#files-${intake.ids.statements}`)
  assert.ok(await will(page).getByLabel("I don’t have it").isChecked())
  assert.deepEqual(await statesOf(intake), ["none", undefined])
})

test("a refused file is named at its request; the other files and choices are kept", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  await will(page).getByLabel("Choose a file").setInputFiles(file("will.exe"))
  await statements(page).getByLabel("Choose files").setInputFiles(file("may.txt"))
  await will(page).getByLabel("Add").check()
  await will(page).getByRole("button", { name: "Upload" }).click()
  await will(page).locator(".error-message", { hasText: "will.exe" }).waitFor()
  assert.deepEqual(await statesOf(intake), [undefined, "file"])
})

test("Save and continue uploads the files that are chosen", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  await will(page).getByLabel("Choose a file").setInputFiles(file("will.txt"))
  await statements(page).getByLabel("I don’t have it").check()
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.waitForURL((url) => !url.pathname.endsWith("/all"))
  assert.deepEqual(await statesOf(intake), ["file", "none"])
})
