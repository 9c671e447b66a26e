// With script: a connection that hangs silently, a button pressed meanwhile, and several tabs of one client. A hanging
// request blocks nothing, no button press is lost, and clients never conflict with their own answers unseen.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page, Route } from "playwright-core"
import { sql } from "../server/platform/db/sql.ts"
import { expectNoAxeViolations, screenshot } from "./harness/browser.ts"
import { newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { untilSaved } from "./harness/until-saved.ts"
import { waitUntil } from "./harness/wait-until.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")
const fieldsUrl = "**/portal/fields"

test("a request that never ends is abandoned with a message, and sent again", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  await page.clock.install()
  const hung = await hangNext(page)
  await firstName(page).fill("Carmen")
  await page.clock.runFor(1_000)
  await waitUntil(() => hung.count === 1, "nothing was sent")
  await page.getByText("Saving…").waitFor()
  await page.clock.runFor(3_000)
  await page.locator("[role=status]", { hasText: "The connection is slow. What you typed is kept" }).waitFor()
  await expectNoAxeViolations(page)
  await page.clock.runFor(5_000)
  await page.getByText("Not saved yet. Kept on this device; we are trying again.").waitFor()
  await page.clock.runFor(4_000)
  await untilSaved(page)
  assert.equal(await intake.fullName(), "Carmen Smith")
})

test("the button waits briefly for a hanging request, and then submits the form", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  await page.clock.install()
  const hung = await hangNext(page)
  await firstName(page).fill("Carmen")
  await page.clock.runFor(1_000)
  await waitUntil(() => hung.count === 1, "nothing was sent")
  const button = page.getByRole("button", { name: "Save and continue" })
  await button.click()
  assert.equal(await button.getAttribute("aria-busy"), "true")
  await screenshot(page, "37-pressed")
  // Pressing again counts as the same press.
  await button.click()
  await page.clock.runFor(2_500)
  await page.getByLabel("Month").waitFor()
  assert.equal(await intake.fullName(), "Carmen Smith")
  await waitUntil(async () => (await saved(page)) === 0, "it is still on the device")
  assert.equal(await changesOf(intake), 1)
})

test("a form without a response says what is safe, is sent again, and stores once", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  await page.goto(`${intake.peopleAt("children/new")}?lang=es`)
  const hung = await hangNext(page, "**/children/new*")
  // Anything that queries the page, its clock included, waits for the next page, which doesn't come.
  await page.evaluate(runFast, 20)
  const said: string[] = []
  page.on("console", (message) => said.push(message.text()))
  await page.evaluate(() => {
    const status = document.getElementById("page-status")
    if (status)
      new MutationObserver(() => console.info(status.textContent)).observe(status, { childList: true })
  })
  await page.getByLabel("¿Quién es esta persona para usted?").selectOption({ label: "Hija" })
  await page.getByLabel("Nombre", { exact: true }).fill("Alma")
  await page.getByLabel("Apellidos").fill("Smith")
  await page.getByText("¿Tiene dudas?").click()
  await page.getByLabel(/^Todavía no lo sé/).check()
  await page.getByRole("button", { name: "Guardar y continuar" }).click({ noWaitAfter: true })
  await waitUntil(() => hung.count === 1, "nothing was sent")
  const slow = "La conexión es lenta. Lo escrito se conserva en este dispositivo."
  await waitUntil(() => said.some((text) => text.startsWith(slow)), "nothing is said")
  await waitUntil(async () => (await childrenCalled("Alma")) > 0, "it was not sent again")
  assert.equal(await childrenCalled("Alma"), 1)

  function childrenCalled(first_name: string): Promise<number> {
    return firm.run(async (tx) => {
      const rows = await tx.all(
        sql`select id from contacts where matter_id = ${intake.matter_id} and first_name = ${first_name}`,
      )
      return rows.length
    })
  }
})

test("a button pressed offline continues by itself once there is a connection", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  await page.context().setOffline(true)
  await firstName(page).fill("Carmen")
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.getByText("we will continue as soon as the connection is back").waitFor()
  await expectNoAxeViolations(page)
  await page.context().setOffline(false)
  await page.getByLabel("Month").waitFor()
  assert.equal(await intake.fullName(), "Carmen Smith")

  // Also with nothing to save; typing on cancels the press.
  const month = page.getByLabel("Month")
  await page.context().setOffline(true)
  await page.getByRole("button", { name: "Skip for now" }).click()
  await page.getByText("we will continue as soon as the connection is back").waitFor()
  await month.fill("3")
  assert.equal(await page.locator("[aria-busy]").count(), 0)
  await page.context().setOffline(false)
  await page.getByRole("button", { name: "Skip for now" }).click()
  await month.waitFor({ state: "detached" })
})

test("a save whose response was lost causes no conflict with the client's own answer", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  let isTruncated = true
  await page.route(fieldsUrl, async (route) => {
    if (!isTruncated) return route.continue()
    isTruncated = false
    await route.fetch()
    await route.abort()
  })
  await firstName(page).fill("Carm")
  await page.getByText(/^Not saved yet/).waitFor()
  assert.equal(await intake.fullName(), "Carm Smith")
  await firstName(page).fill("Carmen")
  await untilSaved(page)
  assert.equal(await page.locator("[data-conflict]").count(), 0)
  assert.equal(await intake.fullName(), "Carmen Smith")
})

test("two tabs of one client with two answers: both are shown as the client's own", async () => {
  const intake = await newPortalIntake(service, firm)
  const one = await open(intake)
  const other = await otherTab(one, intake.names)
  await firstName(one).fill("Carmen")
  await untilSaved(one)
  await firstName(other).fill("Carmela")
  await other.locator("[data-conflict]", { hasText: "You gave another answer in another window" }).waitFor()
  await other.getByText("The other answer: Carmen").waitFor()
  assert.equal(await other.getByText(/Changed by/).count(), 0)
  await screenshot(other, "38-own-dispute")
  await expectNoAxeViolations(other)
  // Submitting without script asks the same question in the same words.
  await other.getByRole("button", { name: "Save and continue" }).click()
  await other.getByRole("heading", { name: "You gave two different answers" }).waitFor()
  await other.getByLabel("What you entered here").check()
  await other.getByRole("button", { name: "Save this choice" }).click()
  await other.getByLabel("Month").waitFor()
  assert.equal(await intake.fullName(), "Carmela Smith")
  await waitUntil(async () => (await saved(other)) === 0, "the answer not chosen is still on the device")
})

test("a change that one tab sends for another shows as saved in both, and can be changed in both", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  // This tab never sends: its clock is stopped.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await firstName(page).fill("Carmen")
  const other = await otherTab(page, "/portal")
  await waitUntil(async () => (await intake.fullName()) === "Carmen Smith", "the other tab did not send it")
  await page.getByText(/^Saved \d/).waitFor()
  await page.clock.resume()
  await firstName(page).fill("Carmela")
  await untilSaved(page)
  assert.equal(await page.locator("[data-conflict]").count(), 0)
  assert.equal(await intake.fullName(), "Carmela Smith")
  await other.close()
})

test("a tab whose request hangs does not keep the other tabs from saving", async () => {
  const intake = await newPortalIntake(service, firm)
  const stuck = await open(intake)
  const hung = await hangNext(stuck)
  await firstName(stuck).fill("Carmen")
  await waitUntil(() => hung.count === 1, "nothing was sent")
  // Browsers throttle timers of hidden tabs.
  await stuck.evaluate(() => {
    for (let timer = Number(setTimeout(() => undefined, 0)); timer > 0; timer -= 1) clearTimeout(timer)
  })
  const other = await otherTab(stuck, intake.names)
  await other.getByLabel("Last name").fill("Ortiz")
  await waitUntil(async () => (await intake.fullName()) === "Carmen Ortiz", "the other tab waits forever")
})

for (const status of [403, 404, 409]) {
  test(`what is typed behind a proxy that answers ${status} is kept on the page and saved once it lets it through`, async () => {
    const intake = await newPortalIntake(service, firm)
    const page = await open(intake)
    let isBlocking = true
    await page.route(fieldsUrl, (route) =>
      isBlocking && route.request().postData()?.includes("select")
        ? route.fulfill({ status, contentType: "text/html", body: "<h1>Request rejected</h1>" })
        : route.fallback(),
    )
    await page.getByLabel("Last name").fill("select")
    await firstName(page).fill("Carmen")
    await page.getByText(/^Not saved yet\. Something on the way to us/).waitFor()
    await waitUntil(async () => (await intake.fullName()) === "Carmen Smith", "the other field waits too")
    await page.reload()
    assert.equal(await page.getByLabel("Last name").inputValue(), "select")
    isBlocking = false
    await untilSaved(page)
    assert.equal(await intake.fullName(), "Carmen select")
  })
}

test("what is typed into a matter that was closed meanwhile stays on the device, to copy, until the client closes it", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake)
  await firm.write(sql`update matters set client_may_edit = false where id = ${intake.matter_id}`)
  await page.getByLabel("Last name").fill("Ortiz of Sea Level Road")
  const panel = page.locator("#rejected-changes")
  await panel.waitFor()
  await page.goto("/portal")
  assert.equal(await panel.getByRole("textbox").inputValue(), "Ortiz of Sea Level Road")
  assert.match(await panel.innerText(), /Last name/)
  await panel.getByRole("button", { name: "Copy" }).waitFor()
  await expectNoAxeViolations(page)
  await screenshot(page, "39-rejected")
  await panel.getByRole("button", { name: "Close" }).click()
  await waitUntil(async () => (await saved(page)) === 0, "it is still on the device")
})

async function open(intake: PortalIntake): Promise<Page> {
  const page = await openPageOf(opened, intake.ada.cookies, { width: 360, height: 640 })
  await page.goto(intake.names)
  return page
}

async function otherTab(page: Page, url: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(url)
  return other
}

/** Leaves a page's next save without a response or an error, like a silently dead connection. */
async function hangNext(page: Page, url = fieldsUrl): Promise<{ count: number }> {
  const hung = { count: 0 }
  const hang = async (route: Route) => {
    if (hung.count > 0 || route.request().method() !== "POST") return route.fallback()
    hung.count += 1
  }
  await page.route(url, hang)
  return hung
}

/** Runs in the page: speeds up time by `factor`. */
function runFast(factor: number): void {
  const now = performance.now.bind(performance)
  const wait = globalThis.setTimeout
  performance.now = () => now() * factor
  Object.assign(globalThis, { setTimeout: (work: () => void, ms = 0) => wait(work, ms / factor) })
}

function firstName(page: Page) {
  return page.getByLabel("First name", { exact: true })
}

function saved(page: Page): Promise<number> {
  return page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith("foyer.outbox.")).length,
  )
}

/** How often the client's first name was written. */
async function changesOf({ main }: PortalIntake): Promise<number> {
  const { count } = await firm.one<{ count: number }>(
    sql`select count(*) from changes where record_id = ${main} and field = 'first_name' and changed_by <> ${firm.admin.user_id}`,
  )
  return count
}
