import assert from "node:assert/strict"
import { test } from "node:test"
import { cell, debts, lender, place, withKinds } from "../../../../test/harness/kind-questions.ts"
import type { PortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { newPortalIntake } from "../../../../test/harness/portal-intake.ts"
import { type SampleParts, sampleDefinition } from "../../../../test/harness/sample-intake.ts"
import { sentForm } from "../../../../test/harness/sent-form.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import type { Definition } from "../../../definition/definition.ts"
import { sql } from "../../../platform/db/sql.ts"
import { addAsset, changeAsset } from "../../assets/editing.ts"
import { changeAddresses } from "../../contacts/contact-details.ts"

const { service, firm } = provideServiceAndFirm()

const withAddresses = (ids: SampleParts): Definition => ({
  sections: sampleDefinition(ids).sections.map((section) =>
    section.kind === "clients"
      ? { ...section, fields: { ...section.fields, addresses: "optional" } }
      : section,
  ),
})

type Sent = Record<string, string | readonly string[]>

const pageFormOf = (html: string): Sent => {
  const [form = ""] = /id="page-form".*?<\/form>/s.exec(html) ?? []
  return { ...sentForm(form) }
}

/** Two people open a page, the first saves, and the second answers the question about their conflict. */
async function collide(
  url: string,
  [first, theirs]: [PortalBrowser, Sent],
  [second, mine]: [PortalBrowser, Sent],
  keep: "yours" | "theirs",
): Promise<void> {
  const [form, stale] = [await first.get(url), await second.get(url)].map(({ html }) => pageFormOf(html))
  assert.equal((await first.post(url, { ...form, ...theirs })).status, 303)
  const conflict = await second.post(url, { ...stale, ...mine })
  assert.equal(conflict.status, 409)
  const choices = [...conflict.html.matchAll(/ name="(keep\.[^"]+)"/g)].map(([, name = ""]) => [name, keep])
  const chosen = { ...pageFormOf(conflict.html), ...Object.fromEntries(choices) }
  assert.equal((await second.post(url, chosen)).status, 303)
}

for (const keep of ["yours", "theirs"] as const)
  test(`"${keep}" saves all of a table, or of an address`, async () => {
    const { ada, ben, pageOf, matter_id } = await newPortalIntake(service, firm, { define: withKinds })
    const answerTo = async (question_id: string) =>
      (
        await firm.maybe<{ value: unknown }>(
          sql`select value from answers where matter_id = ${matter_id} and question_id = ${question_id}`,
        )
      )?.value
    const row = (name: string) => ({ [cell(1, lender)]: name })
    await collide(pageOf(debts), [ada, row("Bank of Ada")], [ben, row("Bank of Ben")], keep)
    const bank = keep === "yours" ? "Bank of Ben" : "Bank of Ada"
    assert.deepEqual(await answerTo(debts), [JSON.stringify({ [lender]: bank })])

    const address = (city: string) => ({ [`${place}_street`]: `1 ${city} Road`, [`${place}_city`]: city })
    await collide(pageOf(place), [ada, address("Adaville")], [ben, address("Benton")], keep)
    const city = keep === "yours" ? "Benton" : "Adaville"
    assert.deepEqual(await answerTo(place), [`1 ${city} Road`, city, "", "", "US"])
  })

test("of two long tables, the page lists the rows that differ, a few of many", async () => {
  const { ada, ben, pageOf } = await newPortalIntake(service, firm, { define: withKinds })
  const rows = (name: string, first: number) =>
    Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [
        cell(index + 1, lender),
        index + 1 < first ? `Bank ${index + 1}` : `${name} ${index + 1}`,
      ]),
    )
  const url = pageOf(debts)
  const [form, stale] = [await ada.get(url), await ben.get(url)].map(({ html }) => pageFormOf(html))
  assert.equal((await ada.post(url, { ...form, ...rows("Ada", 31) })).status, 303)
  const { status, html } = await ben.post(url, { ...stale, ...rows("Ben", 31) })
  assert.equal(status, 409)
  const [, shown = ""] = html.split("Which is right for")
  assert.match(shown, /Row 31<\/b> Lender: Ben 31[\s\S]*12 more rows differ[\s\S]*30 rows are the same/)
  assert.doesNotMatch(shown, /Lender: (Bank 1|Ben 50|Ada 50)</)
})

test("one's own home address is saved although another person's could have been chosen", async () => {
  const { ada, ben, names, child, main } = await newPortalIntake(service, firm, {
    define: withAddresses,
  })
  const parts = { state: "", postal_code: "", country_iso: "US" }
  await firm.run((tx) =>
    changeAddresses(tx, child, [{ type: "home", street: "9 Cleo Street", city: "Waco", ...parts }]),
  )
  const url = names.replace("names", "address")
  const typed = (street: string) => ({ same_as: "another", address_street: street, address_city: "Austin" })
  await collide(url, [ada, typed("1 First Street")], [ben, typed("2 Second Street")], "yours")
  const { street } = await firm.one<{ street: string }>(
    sql`select street from addresses where contact_id = ${main}`,
  )
  assert.equal(street, "2 Second Street")
})

test("owners named in words are saved, and so are owners who replace them", async () => {
  const { ada, ben, ids, pageOf, matter_id, child, other_child } = await newPortalIntake(service, firm)
  const asset_id = await firm.run(async (tx) => {
    const id = await addAsset(tx, matter_id, { for_fin_category: ids.home, identifier_value: "Cabin" })
    await changeAsset(tx, id, [{ field: "owner_type", value: "main" }])
    return id
  })
  const url = pageOf(ids.home, asset_id)
  const stored = () =>
    firm.one<{ owner_type: string; owner_value: string; owners: { contact: string }[] }>(
      sql`select owner_type, owner_value, owners from assets where id = ${asset_id}`,
    )
  const named = (owner_value: string) => ({ owner_type: "other", owner_value })
  await collide(url, [ada, named("Aunt Ada")], [ben, named("Uncle Ben")], "yours")
  assert.deepEqual(await stored(), { owner_type: "other", owner_value: "Uncle Ben", owners: [] })
  await firm.run((tx) => changeAsset(tx, asset_id, [{ field: "owners", value: [child] }]))
  await collide(
    url,
    [ada, { owners: [other_child] }],
    [ben, { owners: [], owner_value: "Uncle Otto" }],
    "yours",
  )
  assert.deepEqual(await stored(), { owner_type: "other", owner_value: "Uncle Otto", owners: [] })
})
