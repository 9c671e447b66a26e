// A walk through the console in a real browser with script off, following the words on its pages.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { saveAnswer } from "../server/intake/answers/answers.ts"
import { withFreshIds } from "../server/intake/questionnaires/editing/fresh-ids.ts"
import { createQuestionnaire } from "../server/intake/questionnaires/questionnaires.ts"
import { completeMatter } from "../server/intake/submissions/submissions.ts"
import { expectNoAxeViolations } from "./harness/browser.ts"
import { newFirmWithIntake } from "./harness/sample-intake.ts"
import { upload } from "./harness/sample-uploads.ts"
import type { TestFirm } from "./harness/service.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { enterConsole } from "./harness/staff-browser.ts"
import { planning, probate } from "./harness/templates.ts"
import { waitForTitle } from "./harness/wait-for-title.ts"

const { service, browser } = await openServiceAndBrowser()

const enter = (firm: TestFirm, role: "admin" | "member" = "admin", width = 1280) =>
  enterConsole({ browser, service, firm }, { role, width })

async function addQuestionnaires(firm: TestFirm): Promise<void> {
  await firm.run(async (tx) => {
    for (const { title, internal_type, approach, url_short_name, definition } of [planning, probate]) {
      const fresh = withFreshIds(definition).definition
      await createQuestionnaire(tx, { title, internal_type, approach, url_short_name, definition: fresh })
    }
  })
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()
const follow = (page: Page, name: string) =>
  page.getByRole("main").getByRole("link", { name, exact: true }).click()
const go = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true }).first().click()
const goToSetting = async (page: Page, name: string) => {
  await go(page, "Settings")
  await page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .click()
}
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).innerText()
const status = (page: Page) => page.getByRole("status").first().innerText()

test("from an empty console to a client who has started, without script", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  await addQuestionnaires(firm)
  const page = await enter(firm)
  assert.equal(await heading(page), "Needs your attention")
  await go(page, "Matters")
  await page.getByText("No matters yet").waitFor()
  await expectNoAxeViolations(page)

  await page.getByRole("link", { name: "New matter" }).first().click()
  await press(page, "Create the matter")
  await waitForTitle(page, /^Error: New matter – Hartwell & Pryce$/)
  await page.getByRole("alert").getByText("Choose a questionnaire.").waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel("Estate Planning").check()
  await page.getByLabel("Name of the matter").fill("O’Neil-Ștefănescu, Siobhán")
  await page.getByLabel("First name (if you know it)").first().fill("Siobhán")
  await page.getByLabel("Email address").first().fill("not an address")
  await press(page, "Create the matter")
  assert.equal(await page.getByLabel("Name of the matter").inputValue(), "O’Neil-Ștefănescu, Siobhán")
  await page.getByLabel("Email address").first().fill("siobhan@example.com")
  await press(page, "Create the matter")
  assert.equal(await heading(page), "O’Neil-Ștefănescu, Siobhán")
  assert.match(await status(page), /The matter was created\./)
  await page.getByText("The invitation to Siobhán was not sent.").waitFor()
  await page.reload()
  assert.equal(await page.getByText("The matter was created.").count(), 0, "told once")

  await follow(page, "Copy the link")
  const link = await page.getByLabel("Personal link").inputValue()
  const client = await browser.newPage({ javascript: false, width: 360, base_url: service.base_url })
  await client.goto(link)
  await client.getByRole("button", { name: "Start" }).click()
  await go(page, "Matters")
  const row = page.getByRole("row", { name: /O’Neil/ })
  await row.getByText("In progress").waitFor()

  await goToSetting(page, "Email")
  await page.getByText("No email is sent because there is no mail server.").waitFor()
  await page.getByRole("link", { name: /invites you to begin/ }).click()
  await page.getByText(link).waitFor()
  await client.context().close()
  await page.context().close()
})

test("a matter is read, completed, changed, compared, and closed", async () => {
  const intake = await newFirmWithIntake(service)
  const { firm, matter_id, ids, asClient } = intake
  const answer = (question_id: string, value: string, about?: string) =>
    asClient((tx) => saveAnswer(tx, service.ring, matter_id, { question_id, value, ...(about && { about }) }))
  await answer(ids.ssn, "123-45-6789", intake.main)
  await answer(ids.children_wishes, "That they finish school.")
  await upload(service, intake, { request_id: ids.statements }, "Statement.txt", "Balance: 12")
  const page = await enter(firm)
  await page.getByRole("link", { name: "Smith" }).click()
  await follow(page, "Review")
  await page.getByText("Cleo Smith").first().waitFor()
  assert.equal(await page.getByText("123-45-6789").count(), 0)
  await page.getByText("••••6789").waitFor()
  await page.getByRole("button", { name: /^Show/ }).click()
  await page.getByText("123-45-6789").waitFor()
  await page.goto(`/console/matters/${matter_id}/review`)
  assert.equal(await page.getByText("123-45-6789").count(), 0, "shown once")
  await goToSetting(page, "Audit log")
  const entry = page.getByRole("row", { name: /Read a sensitive answer/ })
  await entry.getByText("Ruth Pryce").waitFor()
  await entry.getByRole("link", { name: "Smith" }).click()

  await follow(page, "Documents 1")
  const href = await page.getByRole("link", { name: "Download Statement.txt" }).getAttribute("href")
  const file = await page.request.get(href ?? "")
  assert.equal(await file.text(), "Balance: 12")

  const menus = `/console/matters/${matter_id}/menus?back=/console/matters/${matter_id}`
  await page.goto(menus)
  await press(page, "Complete")
  assert.match(await status(page), /The matter is completed\./)
  assert.equal((await firm.request("GET", `/v1/matters/${matter_id}`)).body.client_may_edit, false)
  await page.goto(menus)
  await press(page, "Reopen for the client")
  await answer(ids.children_wishes, "That they finish school, and travel.")
  await firm.run((tx) => completeMatter(tx, service.ring, matter_id))

  await follow(page, "Review")
  await page.getByText("Versions").click()
  await page.getByLabel("Show", { exact: true }).selectOption({ index: 1 })
  await page.getByLabel("Changes since").selectOption({ index: 2 })
  await press(page, "Show")
  await page.getByRole("heading", { name: "Changed from submission 1 to 2: 1" }).waitFor()
  await page.getByText("That they finish school, and travel.").first().waitFor()
  await expectNoAxeViolations(page)
  await page.goto(`/console/matters/${matter_id}/review?version=1`)
  await page.getByText("That they finish school.", { exact: true }).waitFor()
  assert.equal(await page.getByText("123-45-6789").count(), 0)

  await page.goto(`/console/matters/${matter_id}`)
  await press(page, "Close")
  await page.getByText("This matter is closed.").waitFor()
  await press(page, "Reopen")
  await page.getByText("This matter is completed.").waitFor()
  await follow(page, "Activity")
  await page.getByText("Completed by the firm").first().waitFor()
  await page.context().close()
})
