// What is typed is read, asked about, and saved while the client is still on the page, in every kind of form.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { listAssets } from "../server/intake/assets/assets.ts"
import { sql } from "../server/platform/db/sql.ts"
import { expectNoAxeViolations, screenshot } from "./harness/browser.ts"
import { marksOf, newPortalIntake, type PortalIntake } from "./harness/portal-intake.ts"
import { sampleDefinition } from "./harness/sample-intake.ts"
import { openPageOf, openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { untilSaved } from "./harness/until-saved.ts"
import { waitUntil } from "./harness/wait-until.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const firm = await service.newFirm("Hartwell & Pryce")

async function open({ ada }: PortalIntake, url: string): Promise<Page> {
  const page = await openPageOf(opened, ada.cookies, { width: 360, height: 640 })
  await page.goto(url)
  return page
}

/** Puts text into a control at once, as pasting does. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(text)
}

const boxes = (page: Page) =>
  Promise.all(["Month", "Day", "Year"].map((part) => page.getByLabel(part, { exact: true }).inputValue()))

test("a date pasted whole into one box fills all three while the focus is still there", async () => {
  const intake = await newPortalIntake(service, firm)
  const page = await open(intake, intake.names.replace("/names", "/details"))
  for (const [box, pasted, shown] of [
    ["Month", "March 14, 1962", ["3", "14", "1962"]],
    ["Year", "1958-11-02", ["11", "2", "1958"]],
    ["Day", "25 de diciembre de 1949", ["12", "25", "1949"]],
  ] as const) {
    for (const each of ["Month", "Day", "Year"]) await page.getByLabel(each, { exact: true }).fill("")
    await paste(page, box, pasted)
    await waitUntil(async () => String(await boxes(page)) === String(shown), pasted)
  }
  await untilSaved(page)
  const { date } = await firm.one<{ date: string }>(sql`
      select to_char(date_of_birth, 'YYYY-MM-DD') as date from contacts where id = ${intake.main}`)
  assert.equal(date, "1949-12-25")
  // One that may be two days is asked about, and stays as it was pasted.
  for (const each of ["Month", "Day", "Year"]) await page.getByLabel(each, { exact: true }).fill("")
  await paste(page, "Month", "03/04/1962")
  await page.getByLabel("Year", { exact: true }).press("Tab")
  await page.locator("#date_of_birth-error", { hasText: "could be March 4, 1962 or April 3, 1962" }).waitFor()
  assert.deepEqual(await boxes(page), ["03/04/1962", "", ""])
})

test("the form of a new asset asks about what it can't read when the client leaves the field, and saves nothing", async () => {
  const intake = await newPortalIntake(service, firm)
  const { ids, matter_id, pageOf } = intake
  const page = await open(intake, pageOf(ids.home, `${ids.home}/new`))
  await page.getByLabel("Description").fill("Lake house")
  await page.getByLabel("Value").fill("1.250")
  await page.getByLabel("Mortgage").fill("a lot")
  await page.locator("#credit_value-error", { hasText: "could mean 1,250 or 1.25" }).waitFor()
  await page.getByLabel("Month").fill("2")
  await page.locator("#debit_value-error", { hasText: "must be an amount" }).waitFor()
  await page.getByLabel("Day").fill("30")
  await page.getByLabel("Year").fill("2004")
  await page.getByLabel("Description").press("Shift+Tab")
  await page.locator(`#${ids.purchased}-error`, { hasText: "February 2004" }).waitFor()
  await expectNoAxeViolations(page)
  await screenshot(page, "37-asked-at-once")
  assert.deepEqual(await firm.run((tx) => listAssets(tx, matter_id)), [])

  await page.getByLabel("Value").fill("1,250.00")
  await page.getByLabel("Mortgage").fill("")
  await page.locator("#credit_value-error").waitFor({ state: "detached" })
  for (const each of ["Month", "Day", "Year"]) await page.getByLabel(each, { exact: true }).fill("")
  await paste(page, "Day", "2/28/2004")
  await page.getByLabel("Description").press("Shift+Tab")
  await waitUntil(async () => String(await boxes(page)) === "2,28,2004", "the date is spread")
  await page.locator("#debit_value-error").waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Save and continue" }).click()
  await page.getByText("Lake house was added.").waitFor()
  const [asset] = await firm.run((tx) => listAssets(tx, matter_id))
  assert.deepEqual(
    [asset?.identifier_value, asset?.credit_value, asset?.additional_fields[0]?.answer],
    ["Lake house", "1250.00", "2004-02-28"],
  )
})

test("the form of a new person asks about what it can't read when the client leaves the field, and saves nothing", async () => {
  const intake = await newPortalIntake(service, firm, {
    define: (ids) => {
      const { sections } = sampleDefinition(ids)
      return {
        sections: sections.map((each) =>
          each.kind === "people"
            ? {
                ...each,
                groups: each.groups.map((group) => ({
                  ...group,
                  fields: { ...group.fields, phone_numbers: "optional" as const },
                })),
              }
            : each,
        ),
      }
    },
  })
  const page = await open(intake, intake.peopleAt("children/new"))
  await page.getByLabel("First name").fill("Eli")
  await paste(page, "Month", "03/04/1992")
  await page.getByLabel("First name").focus()
  await page.locator("#date_of_birth-error", { hasText: "could be March 4, 1992 or April 3, 1992" }).waitFor()
  await page.evaluate(() => {
    for (const each of document.querySelectorAll("details")) each.open = true
  })
  await page.getByLabel("Mobile phone").fill("call my sister")
  await page.getByLabel("Mobile phone").press("Tab")
  await page.locator("#phone_mobile-error").waitFor()
  await page.getByLabel("Mobile phone").fill("+49 221 5550161")
  await page.getByLabel("Mobile phone").press("Tab")
  await page.locator("#phone_mobile-error").waitFor({ state: "detached" })
  const { people } = await firm.one<{ people: number }>(
    sql`select count(*)::int as people from contacts where matter_id = ${intake.matter_id} and first_name = 'Eli'`,
  )
  assert.equal(people, 0)
})

const withAddresses = () =>
  newPortalIntake(service, firm, {
    define: (ids) => {
      const { sections } = sampleDefinition(ids)
      return {
        sections: sections.map((each) =>
          each.kind === "clients" ? { ...each, fields: { ...each.fields, addresses: "optional" } } : each,
        ),
      }
    },
  })

test("a country chosen long before the street is part of the address, with and without the button", async () => {
  const intake = await withAddresses()
  const url = intake.names.replace("/names", "/address")
  const read = () =>
    firm.maybe(sql`select street, city, country_iso from addresses where contact_id = ${intake.main}`)
  const page = await open(intake, url)
  // The choice is sent alone, and a country alone is not an address.
  const sent = page.waitForResponse("**/portal/fields")
  await page.getByLabel("Country").selectOption({ label: "Japan" })
  await sent
  assert.equal(await read(), undefined)
  await page.getByLabel("Street address").fill("2-8-1 Nishi-Shinjuku")
  await page.getByLabel("City").fill("Tokyo")
  const address = { street: "2-8-1 Nishi-Shinjuku", city: "Tokyo", country_iso: "JP" }
  await waitUntil(async () => JSON.stringify(await read()) === JSON.stringify(address), "all of it is saved")

  // The same over another window's street, which saved the preselected country.
  const other = await withAddresses()
  const [first, second] = [await open(other, other.names.replace("/names", "/address")), other.ada]
  await first.getByLabel("Country").selectOption({ label: "Germany" })
  const at = other.names.replace("/names", "/address")
  await second.post(at, {
    ...marksOf((await second.get(at)).html),
    address_street: "Königstraße 12",
    address_country_iso: "US",
  })
  await first.getByLabel("City").fill("Köln")
  await first.getByRole("button", { name: "Save and continue" }).click()
  await first.waitForURL((to) => !to.pathname.endsWith("/address"))
  const { city, country_iso } = await firm.one<{ city: string; country_iso: string }>(
    sql`select city, country_iso from addresses where contact_id = ${other.main}`,
  )
  assert.deepEqual([city, country_iso], ["Köln", "DE"])
})

test("an address is saved after a pause, though the focus never leaves it", async () => {
  const intake = await withAddresses()
  const page = await open(intake, intake.names.replace("/names", "/address"))
  await page.getByLabel("Street address").fill("12 Elm Street")
  await page.getByLabel("City").fill("Austin")
  const saved = async () =>
    (
      await firm.all<{ street: string; city: string }>(
        sql`select street, city from addresses where contact_id = ${intake.main}`,
      )
    ).map(({ street, city }) => `${street}, ${city}`)
  await waitUntil(async () => String(await saved()) === "12 Elm Street, Austin", "the address is saved")
  assert.equal(await page.evaluate(() => document.activeElement?.id), "address_city")
  // What follows is saved the same way.
  await page.getByLabel("City").fill("Dallas")
  await waitUntil(async () => String(await saved()) === "12 Elm Street, Dallas", "the new city is saved")
})
