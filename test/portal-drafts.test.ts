// With script: forms that save only through their button. Their input waits on the device through reloads, lost
// connections, and expired sessions, with a message, and is removed once saved.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { listAssetRecords } from "../server/intake/assets/assets.ts"
import { sql } from "../server/platform/db/sql.ts"
import { expectNoAxeViolations, screenshot } from "./harness/browser.ts"
import { holdScripts } from "./harness/hold-scripts.ts"
import { newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")

async function openPage({ ada }: PortalIntake, url: string): Promise<Page> {
  const page = await openPageOf(opened, ada.cookies, { width: 360, height: 640 })
  await page.goto(url)
  return page
}

const saved = (page: Page) =>
  page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.includes("drafts"))))
const onDevice = "Kept on this device until you press the button."
const press = (page: Page) => page.getByRole("button", { name: "Save and continue" }).click()
/** Leaves the birth date for a talk. */
const discuss = async (page: Page) => {
  await page.getByText("Not sure?").click()
  await page.getByLabel(/^I don’t know yet/).check()
}
const firstName = (page: Page) => page.getByLabel("First name", { exact: true })
const childrenOf = ({ matter_id }: PortalIntake) =>
  firm.all<{ first_name: string }>(sql`
      select first_name from contacts where matter_id = ${matter_id} and relationship_type = '2CHLD'
         and first_name not in ('Cleo', 'Dan') order by position`)

/** The URL of the form that adds a child. */
async function addForm(intake: PortalIntake): Promise<string> {
  const { html } = await intake.ada.get("/portal")
  for (const [, section = ""] of html.matchAll(/href="(\/portal\/sections\/section_[0-9A-F]+)/g)) {
    const url = `${section}/children/new`
    if ((await intake.ada.get(url)).status === 200) return url
  }
  throw new Error("no section asks for children")
}

/** A page with the form that adds a child, in a new matter. */
async function openAddForm() {
  const intake = await newPortalIntake(service, firm)
  const url = await addForm(intake)
  return { intake, url, page: await openPage(intake, url) }
}

test("a person typed before the script has loaded is kept too, instead of an older draft", async () => {
  const { url, page } = await openAddForm()
  await firstName(page).fill("Zoë")
  await page.getByText(onDevice).waitFor()
  await page.goto("/portal")
  const loadScripts = await holdScripts(page)
  await page.goto(url, { waitUntil: "commit" })
  await firstName(page).fill("Chloe")
  loadScripts()
  await page.getByText(onDevice).waitFor()
  assert.equal(await firstName(page).inputValue(), "Chloe")
  assert.match(await saved(page), /Chloe/)
  assert.doesNotMatch(await saved(page), /Zoë/)
})

test("an unsaved person is restored after a reload, and no longer once saved", async () => {
  const { intake, url, page } = await openAddForm()
  await firstName(page).pressSequentially("Zoë")
  await page.getByText(onDevice).waitFor()
  await screenshot(page, "34-draft-kept")
  await page.reload()
  await page.getByText(/^What you typed before is back/).waitFor()
  assert.equal(await firstName(page).inputValue(), "Zoë")
  await screenshot(page, "35-draft-back")
  await expectNoAxeViolations(page)
  // Through another path, and in the other language.
  await page.goto("/portal")
  await page.goto(`${url}?lang=es`)
  await page.getByText(/^Lo que escribió antes está aquí de nuevo/).waitFor()
  await page.goto(`${url}?lang=en`)

  await page.getByLabel("Last name").fill("Smith")
  await page.getByLabel("Who is this person to you?").selectOption("2CHLD")
  await discuss(page)
  await press(page)
  await page.waitForURL((now) => now.pathname !== url)
  assert.equal(await saved(page), "[]")
  assert.deepEqual(await childrenOf(intake), [{ first_name: "Zoë" }])
  await page.goto(url)
  assert.equal(await firstName(page).inputValue(), "")
  assert.equal(await page.locator("#page-status").textContent(), "")
})

test("a form returned with errors, or asking which person is meant, keeps its input until saved", async () => {
  const { intake, page } = await openAddForm()
  await firstName(page).fill("Cleo")
  await press(page)
  await page.locator("#error-summary").waitFor()
  await page.goto("/portal")
  await page.goBack()
  await page.goto(await addForm(intake))
  assert.equal(await firstName(page).inputValue(), "Cleo")
  await page.getByLabel("Last name").fill("Smith")
  await page.getByLabel("Who is this person to you?").selectOption("2CHLD")
  await discuss(page)
  await press(page)
  // There already is a Cleo Smith, and it is her.
  await page.getByLabel(/^Cleo Smith/).check()
  await press(page)
  await page.waitForURL((now) => !now.pathname.endsWith("/new"))
  assert.equal(await saved(page), "[]")
  assert.deepEqual(await childrenOf(intake), [])
})

test("pressing the button offline keeps the page, and a request lost in transit keeps the text", async () => {
  const { intake, url, page } = await openAddForm()
  await firstName(page).fill("Zoë")
  await page.getByLabel("Who is this person to you?").selectOption("2CHLD")
  await discuss(page)
  await page.context().setOffline(true)
  await press(page)
  await page.getByText(/^You are offline\. What you typed is kept/).waitFor()
  assert.equal(await firstName(page).inputValue(), "Zoë")
  await page.context().setOffline(false)

  let lost = 0
  await page.route(`**${url}`, (route) => {
    if (route.request().method() !== "POST") return route.continue()
    lost += 1
    return route.abort("connectionreset")
  })
  await press(page)
  await page.waitForURL("chrome-error://chromewebdata/").catch(() => undefined)
  await page.unroute(`**${url}`)
  assert.equal(lost, 1)
  await page.goto("/portal")
  await page.goto(url)
  await page.getByText(/^What you typed before is back/).waitFor()
  assert.equal(await firstName(page).inputValue(), "Zoë")
  await press(page)
  await page.waitForURL((now) => now.pathname !== url)
  assert.deepEqual(await childrenOf(intake), [{ first_name: "Zoë" }])
})

test("a response lost after saving leaves one person, and an empty form for the next", async () => {
  const { intake, url, page } = await openAddForm()
  await firstName(page).fill("Zoë")
  await page.getByLabel("Who is this person to you?").selectOption("2CHLD")
  await discuss(page)
  await page.route(`**${url}`, async (route) => {
    if (route.request().method() !== "POST") return route.continue()
    await route.fetch({ maxRedirects: 0 })
    return route.abort("connectionreset")
  })
  await press(page)
  await page.waitForURL("chrome-error://chromewebdata/").catch(() => undefined)
  await page.unroute(`**${url}`)
  assert.deepEqual(await childrenOf(intake), [{ first_name: "Zoë" }])
  // The list shows her: the input on the device matches what was saved.
  await page.goto(url.replace(/\/new$/, ""))
  await page.goto(url)
  assert.equal(await firstName(page).inputValue(), "")
})

test("a session that ends before the button is pressed loses nothing, however the client comes back", async () => {
  const { url, page } = await openAddForm()
  await firstName(page).fill("Zoë")
  await page.getByLabel("Who is this person to you?").selectOption("2CHLD")
  await discuss(page)
  const before = await page.context().cookies()
  await page.context().clearCookies()
  await press(page)
  await page.waitForLoadState()
  await page.context().addCookies(before)
  await page.goto("/portal")
  await page.goto(url)
  await page.getByText(/^What you typed before is back/).waitFor()
  assert.equal(await firstName(page).inputValue(), "Zoë")
})

test("an unsaved asset and who receives it are restored, and saved ones stay as saved", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ids, matter_id } = intake
  const url = intake.pageOf(ids.insurance, `${ids.insurance}/new`)
  const page = await openPage(intake, url)
  const primary = page.locator("#beneficiaries-field")
  await page.getByLabel("Description").fill("Term life")
  await primary.getByLabel("Cleo Smith", { exact: true }).check()
  await primary.getByLabel("Cleo Smith’s share (percent)").fill("100")
  await page.getByText(onDevice).waitFor()
  await screenshot(page, "36-beneficiaries-kept")
  await page.goto("/portal")
  await page.goto(url)
  await page.getByText(/^What you typed before is back/).waitFor()
  assert.equal(await primary.getByLabel("Cleo Smith’s share (percent)").inputValue(), "100")
  await press(page)
  await page.waitForURL((now) => now.pathname !== url)
  assert.equal(await saved(page), "[]")
  const [asset] = await firm.run((tx) => listAssetRecords(tx, matter_id))
  await page.goto(intake.pageOf(ids.insurance, asset?.id))
  assert.equal(await primary.getByLabel("Cleo Smith’s share (percent)").inputValue(), "100")
  assert.equal(await page.locator("#page-status").textContent(), "")
  // Saved by itself; all children take the place of one, and an owner is offered no longer.
  await primary.getByLabel("My children, equally").check()
  assert.equal(await primary.getByLabel("Cleo Smith", { exact: true }).isChecked(), false)
  assert.ok(await primary.getByLabel("Ben Smith", { exact: true }).isVisible())
  await page.getByRole("radio", { name: "Ben Smith" }).check()
  assert.equal(await primary.getByLabel("Ben Smith", { exact: true }).isVisible(), false)
  await page.getByText(/^Saved \d/).waitFor()
  await page.reload()
  assert.equal(await primary.getByLabel("Cleo Smith’s share (percent)").inputValue(), "50")

  const added = intake.pageOf(ids.home, `${ids.home}/new`)
  await page.goto(added)
  await page.getByLabel("Description").fill("House on Elm Street")
  await page.reload()
  assert.equal(await page.getByLabel("Description").inputValue(), "House on Elm Street")
})

test("signing out removes form input from the device", async () => {
  const { page } = await openAddForm()
  await firstName(page).fill("Zoë")
  assert.match(await saved(page), /Zoë/)
  page.on("dialog", (dialog) => void dialog.accept())
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL("**/portal/signed-out?at=*")
  assert.equal(await saved(page), "[]")
})
