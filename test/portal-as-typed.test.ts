// The record is what the client meant: no text is dropped for being long, and no date is stored that no one typed.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { findMissing } from "../server/intake/submissions/missing/missing.ts"
import { sql } from "../server/platform/db/sql.ts"
import { expectNoAxeViolations, screenshot } from "./harness/browser.ts"
import { openParts } from "./harness/open-parts.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { untilSaved } from "./harness/until-saved.ts"
import { waitUntil } from "./harness/wait-until.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")

test("a text of any length is kept with the reason it wasn't saved, and other fields are saved", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake, intake.names)
  const long = "Ñ".repeat(20_001)
  await page.getByLabel("Last name").fill(long)
  await page.getByLabel("First name", { exact: true }).fill("Carmen")
  await page.locator("#last_name-error", { hasText: "has room for 128 characters" }).waitFor()
  await waitForName(intake, "Carmen Smith")
  assert.equal(await page.getByLabel("Last name").getAttribute("aria-invalid"), "true")
  await page.getByText(/^Not saved yet: .*128 characters/).waitFor()
  await screenshot(page, "34-too-long")
  await expectNoAxeViolations(page)

  // The button shows the same message, and the text survives two reloads.
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.getByText("Please check a few things").waitFor()
  for (const _ of [1, 2]) {
    await page.goto("/portal")
    await page.goto(intake.names)
    assert.equal(await page.getByLabel("Last name").inputValue(), long)
    await page.locator("#last_name-error").waitFor()
  }
  await page.getByLabel("Last name").fill("Ortiz")
  await untilSaved(page)
  await page.locator("#last_name-error").waitFor({ state: "detached" })
  assert.equal(await intake.fullName(), "Carmen Ortiz")
})

test("a text larger than a request may be stays on the device, and the other fields are saved", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake, intake.names)
  const huge = "x".repeat(1_500_000)
  await page.getByLabel("Last name").evaluate((input: HTMLInputElement, text) => {
    input.value = text
    input.dispatchEvent(new Event("input", { bubbles: true }))
  }, huge)
  await page.getByLabel("First name", { exact: true }).fill("Carmen")
  await page.locator("#last_name-error", { hasText: "too long to be saved" }).waitFor()
  await waitForName(intake, "Carmen Smith")
  await page.reload()
  assert.equal((await page.getByLabel("Last name").inputValue()).length, huge.length)
})

test("a long text shows how many characters are left, and is kept in full beyond the limit", async () => {
  const intake = await newPortalIntake(service, firm)
  const url = intake.pageOf(intake.ids.children_wishes)
  const { html } = await intake.ada.get(url)
  assert.match(html, /Up to 10,000 characters/)
  const page = await open(intake, url)
  const area = page.getByLabel("Wishes for your children")
  await area.fill("y".repeat(9_999))
  await page.locator("[data-count]", { hasText: "You have 1 character left" }).waitFor()
  await untilSaved(page)
  await area.fill("z".repeat(30_000))
  await page.locator("[data-count]", { hasText: "This is 20,000 characters too long" }).waitFor()
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.getByText("Please check a few things").waitFor()
  await page.goto("/portal")
  await page.goto(url)
  assert.equal((await area.inputValue()).length, 30_000)
  await expectNoAxeViolations(page)
  await screenshot(page, "35-counted")
})

test("a date changed part by part is saved complete or not at all, and never as one that no one typed", async () => {
  const intake = await newPortalIntake(service, firm)
  const url = detailsOf(intake)
  const page = await open(intake, url)
  await type(page, { Month: "3", Day: "14", Year: "1962" })
  await leave(page)
  await untilSaved(page)
  assert.equal(await bornOn(intake), "1962-03-14")

  await page.clock.install()
  for (const [part, text] of Object.entries({ Month: "9", Day: "31" })) {
    await page.getByLabel(part).fill(text)
    await page.clock.runFor(5_000)
  }
  assert.equal(await bornOn(intake), "1962-03-14")
  await leave(page)
  await page.clock.runFor(1_000)
  await page.locator("#date_of_birth-error", { hasText: "September 1962" }).waitFor()
  await page.getByText(/^Not complete yet/).waitFor()
  await expectNoAxeViolations(page)
  await screenshot(page, "36-no-date")
  assert.equal(await bornOn(intake), null)
  const { body } = await firm.request("GET", `/v1/matters/${intake.matter_id}/contacts`)
  const shown = body.contacts.find(({ id }: { id: string }) => id === intake.main)
  assert.equal(shown.date_of_birth, null)
  assert.deepEqual(await datesEverOf(intake), ["1962-03-14", null])

  await page.goto("/portal/check")
  await openParts(page)
  const row = page.locator("dl > div, .summary-row", { hasText: "Date of birth" }).first()
  assert.match(await row.innerText(), /9 \/ 31 \/ 1962 \(not a full date\)/)
  await page.getByRole("link", { name: /“Date of birth – Ada Smith” is not a full date yet/ }).waitFor()
  await page.goto(url)
  assert.deepEqual(await parts(page), ["9", "31", "1962"])
  await page.locator("#date_of_birth-error").waitFor()
  await page.clock.resume()
  await page.getByLabel("Day").fill("30")
  await leave(page)
  await untilSaved(page)
  assert.deepEqual(await datesEverOf(intake), ["1962-03-14", null, "1962-09-30"])
  await page.goto("/portal/check")
  await openParts(page)
  assert.match(await row.innerText(), /September 30, 1962/)
})

test("a date typed in one go fills its boxes in turn, and a corrected box stays where it is", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake, detailsOf(intake))
  const month = page.getByLabel("Month")
  for (const [typed, ...boxes] of [
    ["7/9/1958", "7", "9", "1958"],
    ["12-31-1958", "12", "31", "1958"],
    ["July 9, 1958", "July", "9", " 1958"],
    ["Sept. 30th 1958", "Sept.", "30th", "1958"],
    // The server reads what does not begin with the month.
    ["19 July 1958", "19 July 1958", "", ""],
    ["1958-07-09", "1958-07-09", "", ""],
  ] as const) {
    await type(page, { Month: "", Day: "", Year: "" })
    await month.pressSequentially(typed)
    assert.deepEqual(await parts(page), boxes, typed)
  }
  await type(page, { Month: "", Day: "9", Year: "1958" })
  await month.pressSequentially("8/")
  assert.deepEqual(await parts(page), ["8/", "9", "1958"])
})

test("clearing a part of a date removes the date from the record, with or without script", async () => {
  for (const javascript of [true, false]) {
    const intake = await newPortalIntake(service, firm)
    await firm.write(sql`update contacts set date_of_birth = '1962-03-14' where id = ${intake.main}`)
    if (javascript) {
      const page = await open(intake, detailsOf(intake))
      await page.getByLabel("Day").fill("")
      await leave(page)
      await page.locator("#date_of_birth-error", { hasText: "needs a day" }).waitFor()
    } else {
      const { html } = await intake.ada.get(detailsOf(intake))
      const date = { date_of_birth_month: "3", date_of_birth_day: "", date_of_birth_year: "1962" }
      const answer = await intake.ada.post(detailsOf(intake), { ...marksOf(html), ...date })
      assert.equal(answer.status, 422)
    }
    assert.equal(await bornOn(intake), null)
    const { html } = await intake.ada.get(detailsOf(intake))
    assert.match(html, /needs a day/)
    assert.match(html, /name="date_of_birth_year"[^>]* value="1962"/)
    // With all parts cleared, the date is simply not given.
    const blank = { date_of_birth_month: "", date_of_birth_day: "", date_of_birth_year: "" }
    await intake.ada.post(detailsOf(intake), { ...marksOf(html), ...blank, skip: "true" })
    assert.doesNotMatch((await intake.ada.get(detailsOf(intake))).html, /value="1962"|needs a day/)
  }
})

test("incomplete dates keep a questionnaire from being submitted, even where the date is optional", async () => {
  const intake = await newPortalIntake(service, firm)
  const missing = async () => {
    const all = await firm.run((tx) => findMissing(tx, service.ring, intake.matter_id))
    return all.filter(({ code }) => code === "date_unfinished").map(({ message }) => message)
  }
  const page = await open(intake, intake.pageOf(intake.ids.home, `${intake.ids.home}/new`))
  await page.getByLabel("Description").fill("Lake house")
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.getByText("Lake house was added.").waitFor()
  const [asset] = await firm.all<{ id: string }>(
    sql`select id from assets where matter_id = ${intake.matter_id}`,
  )
  await page.goto(intake.pageOf(intake.ids.home, asset?.id))
  await type(page, { Month: "2", Year: "2004" })
  await leave(page)
  await page.getByText(/^Not complete yet/).waitFor()
  assert.deepEqual(await missing(), [
    "“Date of purchase – Lake house” is not a full date yet. Please complete it, or clear it.",
  ])
  await page.goto("/portal/check")
  await openParts(page)
  await page.getByText("2 / – / 2004 (not a full date)").waitFor()
  await page.getByRole("link", { name: /Date of purchase – Lake house/ }).click()
  assert.deepEqual(await parts(page), ["2", "", "2004"])
  await type(page, { Month: "", Year: "" })
  await leave(page)
  await untilSaved(page)
  assert.deepEqual(await missing(), [])
})

test("a hidden page doesn't send a half-changed date, but sends a completely new one", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake, detailsOf(intake))
  const hide = () =>
    page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true })
      document.dispatchEvent(new Event("visibilitychange"))
    })
  await type(page, { Month: "3", Day: "14", Year: "1962" })
  await hide()
  await untilSaved(page)
  assert.equal(await bornOn(intake), "1962-03-14")
  await leave(page)
  await page.getByLabel("Month").fill("9")
  await hide()
  await page.goto("/portal")
  await page.getByRole("heading", { level: 1 }).waitFor()
  assert.deepEqual(await datesEverOf(intake), ["1962-03-14"])
  // Back on the page, it is as it was left, and what is shown is saved: the focus has left it.
  await page.goto(detailsOf(intake))
  assert.deepEqual(await parts(page), ["9", "14", "1962"])
  await untilSaved(page)
  await page.getByLabel("Day").fill("15")
  await leave(page)
  await untilSaved(page)
  assert.deepEqual(await datesEverOf(intake), ["1962-03-14", "1962-09-14", "1962-09-15"])
})

async function open({ ada }: PortalIntake, url: string): Promise<Page> {
  const page = await openPageOf(opened, ada.cookies, { width: 360, height: 640 })
  await page.goto(url)
  return page
}

function detailsOf({ names }: PortalIntake): string {
  return names.replace("/names", "/details")
}

async function type(page: Page, date: Record<string, string>): Promise<void> {
  for (const [part, text] of Object.entries(date)) await page.getByLabel(part, { exact: true }).fill(text)
}

/** Blurs the field, like a tap outside it. */
function leave(page: Page): Promise<void> {
  return page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
}

function parts(page: Page): Promise<string[]> {
  return Promise.all(["Month", "Day", "Year"].map((part) => page.getByLabel(part).inputValue()))
}

async function waitForName(intake: PortalIntake, name: string): Promise<void> {
  await waitUntil(async () => (await intake.fullName()) === name, `no one is called ${name}`)
}

async function bornOn({ main }: PortalIntake): Promise<string | null> {
  const { date } = await firm.one<{ date: string | null }>(
    sql`select to_char(date_of_birth, 'YYYY-MM-DD') as date from contacts where id = ${main}`,
  )
  return date
}

/** Every date of birth ever recorded. */
async function datesEverOf({ main }: PortalIntake): Promise<(string | null)[]> {
  const rows = await firm.all<{ value: string | null }>(
    sql`select value from changes where record_id = ${main} and field = 'date_of_birth' order by revision`,
  )
  return rows.map(({ value }) => value)
}
