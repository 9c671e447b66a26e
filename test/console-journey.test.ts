// A walk through the console in a real browser with script off, following the words on its pages.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { inviteStaff } from "../server/firm/users/setup-links.ts"
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
import { waitUntil } from "./harness/wait-until.ts"
import { attemptDue } from "./harness/webhook-delivery.ts"
import { startWebhookReceiver } from "./harness/webhook-receiver.ts"

const { service, browser } = await openServiceAndBrowser()

const password = "violet kettle harbor"
let count = 0
const newAddress = (name: string) => `${name}.${Date.now()}.${++count}@hartwell.example`

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
/** Opens a form that stands collapsed on its page. */
const open = (page: Page, title: string) => page.getByRole("main").getByText(title, { exact: true }).click()
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

test("the list's filters are in its URL, and the API returns the same matters for them", async () => {
  const firm = await service.newFirm()
  await addQuestionnaires(firm)
  const questionnaires = await firm.request("GET", "/v1/questionnaires")
  const [quest] = questionnaires.body.results as { id: string }[]
  for (const name of ["Nguyễn, Thị", "Nguyen, Paul", "Delgado, Maria", "Smith, Ada"]) {
    await firm.request("POST", "/v1/matters/create", { questionnaire_id: quest?.id, matter_name: name })
  }
  const page = await enter(firm)
  await go(page, "Matters")
  await page.getByLabel("Name or file number").fill("NGUYEN")
  await page.getByRole("combobox", { name: "Status" }).selectOption("Not started")
  await press(page, "Apply")
  const { searchParams } = new URL(page.url())
  assert.equal(searchParams.get("search"), "NGUYEN")
  assert.equal(searchParams.get("status"), "created")

  const { body } = await firm.request("GET", "/v1/matters?search=NGUYEN&status=created")
  const shown = await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.id))
  assert.deepEqual(
    shown,
    body.results.map(({ id }: { id: string }) => id),
  )
  assert.equal(shown.length, 2)

  await page.getByLabel("Name or file number").fill("no one of that name")
  await press(page, "Apply")
  await page.getByText("No matching matters").waitFor()
  await expectNoAxeViolations(page)
  await follow(page, "Clear all filters")
  assert.equal(await page.locator("tbody tr").count(), 4)

  await page.goto("/console/matters?page_size=1&page=3")
  const third = await firm.request("GET", "/v1/matters?page_size=1&page=3")
  assert.deepEqual(
    await page.locator("tbody tr").evaluateAll((rows) => rows.map((each) => each.id)),
    third.body.results.map(({ id }: { id: string }) => id),
  )
  const wrong = await page.goto("/console/matters?from=2026-02-31")
  assert.equal(wrong?.status(), 400)
  await page.getByRole("alert").getByText("Enter a valid date").waitFor()
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

test("a key is shown once, works with the curl command shown, and stops working when revoked", async () => {
  const firm = await service.newFirm()
  const page = await enter(firm)
  await goToSetting(page, "API keys")
  await open(page, "New API key")
  await press(page, "Create the key")
  await page.getByRole("alert").getByText("Enter a name").waitFor()
  await page.getByLabel("Name").fill("Practice management")
  await page.getByLabel("Read matters").check()
  await press(page, "Create the key")
  const token = await page.getByLabel("API key").inputValue()
  const curl = await page.getByLabel("Try it").inputValue()
  assert.match(curl, new RegExp(`^curl -H "Authorization: Token ${token}" http`))
  const request = () => fetch(curl.split(" ").at(-1) ?? "", { headers: { Authorization: `Token ${token}` } })
  assert.equal((await request()).status, 200)
  await expectNoAxeViolations(page)
  await page.reload()
  assert.equal(await page.getByLabel("API key").count(), 0, "shown once")
  assert.equal((await page.content()).includes(token), false)

  await open(page, "Revoke this key")
  await press(page, "Revoke the key")
  assert.match(await status(page), /The key no longer works\./)
  assert.equal((await request()).status, 401)
  await page.context().close()
})

test("an endpoint is created, tested, read attempt by attempt, recovered, and removed", async () => {
  const receiver = await startWebhookReceiver(undefined, (_, index) =>
    index === 0 ? { status: 503, body: "not now" } : { status: 200 },
  )
  try {
    const firm = await service.newFirm()
    const page = await enter(firm)
    await goToSetting(page, "Webhooks")
    await open(page, "New endpoint")
    await page.getByLabel("Address").fill("http://10.0.0.1/hook")
    await press(page, "Create the endpoint")
    await page.getByRole("alert").waitFor()
    await page.getByLabel("Address").fill(receiver.url)
    await page.getByLabel("Custom headers").fill("X-Source: foyer")
    await page.getByLabel("intakeform.created").check()
    await press(page, "Create the endpoint")
    assert.match(await page.getByLabel("Secret", { exact: true }).inputValue(), /^whsec_/)
    await page.reload()
    assert.equal(await page.getByLabel("Secret", { exact: true }).count(), 0, "shown once")

    await open(page, "Send a test event")
    await press(page, "Send")
    await waitUntil(() => attemptDue(service, firm), "nothing is due")
    await page.reload()
    await page.getByText("Attempt 1: response 503").waitFor()
    await page.getByText("The receiver responded with 503. Only 200 to 299 counts as delivered.").waitFor()
    await page.getByText("Request and response of attempt 1").click()
    await page.getByText("not now").waitFor()
    await expectNoAxeViolations(page)
    await press(page, "Send again")
    await waitUntil(() => attemptDue(service, firm), "nothing is due")
    await page.reload()
    await page.getByText("Attempt 2: response 200").waitFor()
    assert.equal(receiver.requests.at(-1)?.headers["x-source"], "foyer")

    await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").last().click()
    await press(page, "Pause the endpoint")
    await page.getByText("This endpoint is paused.").waitFor()
    await press(page, "Resume the endpoint")
    await open(page, "Recover failed deliveries")
    await press(page, "Send again")
    await open(page, "Remove this endpoint")
    await press(page, "Remove the endpoint")
    await page.getByText("No endpoints yet").waitFor()
    await page.context().close()
  } finally {
    await receiver.close()
  }
})

test("changes to settings and questionnaires reach clients and the API", async () => {
  const firm = await service.newFirm()
  await addQuestionnaires(firm)
  const page = await enter(firm)
  await goToSetting(page, "Firm")
  await page.locator("#name").fill("Hartwell & Daughters")
  await page.getByLabel("Your firm’s color").fill("green")
  await press(page, "Save")
  await page.getByRole("alert").getByText("Enter the color as # and six digits").waitFor()
  await page.getByLabel("Your firm’s color").fill("#ffe600")
  await press(page, "Save")
  await waitForTitle(page, /– Hartwell & Daughters$/)
  await page.getByText("Text uses a darker shade of it.").waitFor()
  await expectNoAxeViolations(page)

  await go(page, "Questionnaires")
  await follow(page, "Estate Planning")
  const file = await page.request.get(`${page.url()}/questionnaire.json`)
  assert.equal((await file.json()).format, "foyer-questionnaire-1")
  await follow(page, "Settings")
  await press(page, "Deactivate")
  await page.getByText("No new matters can be created from this questionnaire.").waitFor()
  const { body } = await firm.request("GET", "/v1/questionnaires")
  assert.deepEqual(body.results.map(({ active }: { active: boolean }) => active).sort(), [false, true])
  await page.context().close()
})

test("signing in again returns to the page where the session ended, and an unknown URL shows a page", async () => {
  const firm = await service.newFirm()
  const email = newAddress("ada")
  const { setup_token } = await firm.run((tx) => inviteStaff(tx, { email, name: "", role: "admin" }))
  const page = await browser.newPage({ javascript: false, base_url: service.base_url })
  await page.goto(`/console/setup/${setup_token}`)
  await page.getByLabel("Your name").fill("Ada")
  await page.getByLabel("Password").fill(password)
  await press(page, "Start")
  await page.context().clearCookies({ name: "foyer_staff" })
  await page.goto("/console/settings/keys")
  await expectNoAxeViolations(page)
  await page.getByLabel("Email address").fill(email)
  await page.getByLabel("Password").fill(password)
  await press(page, "Sign in")
  assert.equal(await heading(page), "API keys")
  assert.equal((await page.goto("/console/nowhere"))?.status(), 404)
  assert.equal(await heading(page), "Not found")
  await expectNoAxeViolations(page)
  const matter = "/console/matters/matter_0192F0C4000070008000000000000001"
  assert.equal((await page.goto(matter))?.status(), 404)
  await page.getByText("Ada", { exact: true }).first().click()
  await press(page, "Sign out")
  assert.equal(await heading(page), "You are signed out")
  await page.context().close()
})
