import assert from "node:assert/strict"
import { test } from "node:test"
import type { OwnedAsset } from "../../assets/schema.ts"
import { type Compared, differencesBetween } from "./differences.ts"

const owned = (contacts: readonly (string | null)[]) => {
  const owners = contacts.map((contact) => ({ contact, name: "Ben Smith", share: null }))
  const asset = { id: "asset_1", identifier_value: "Cabin", owner_value: "Ben Smith", owners }
  const assets = [{ ...asset, credit_value: "0.00", additional_fields: [] } as unknown as OwnedAsset]
  return { assets, contacts: [] } as unknown as Compared
}
const between = (before: readonly (string | null)[], after: readonly (string | null)[]) =>
  differencesBetween(owned(before), owned(after), ["assets"])

test("an owner who is replaced by someone of the same name is a difference, whom staff read by name", () => {
  const [difference, ...others] = between(["contact_1"], ["contact_2"])
  assert.deepEqual(others, [])
  assert.deepEqual(
    [difference?.field, difference?.before, difference?.after],
    ["owner_value", "Ben Smith", "Ben Smith"],
  )
  assert.notEqual(difference?.state, between(["contact_1"], ["contact_3"])[0]?.state)
  assert.deepEqual(between(["contact_1"], ["contact_1"]), [])
})

test("a submission from before owners were stored one by one is compared by their names", () => {
  assert.deepEqual(between([], ["contact_1"]), [])
})

test("a year of birth is compared where the day is not known, unless a submission is from before it was stored", () => {
  const born = (year?: string) => {
    const contact = {
      id: "contact_1",
      date_of_birth: null,
      date_of_death: null,
      full_name: "Jo",
      relationship: {},
    }
    const lists = { phone_numbers: [], email_addresses: [], addresses: [] }
    const typed = { contact_id: "contact_1", field: "date_of_birth", typed: { year } }
    const approximate_dates = year ? [typed] : []
    return { contacts: [{ ...contact, ...lists }], approximate_dates } as unknown as Compared
  }
  const words = (before: Compared, after: Compared) =>
    differencesBetween(before, after, ["contacts"]).map((one) => [one.field, one.before, one.after])
  const [early, late] = ["1950, day not known", "1951, day not known"]
  assert.deepEqual(words(born("1950"), born("1951")), [["date_of_birth", early, late]])
  assert.deepEqual(words(born(), born("1951")), [["date_of_birth", null, late]])
  assert.deepEqual(words(born("1950"), born("1950")), [])
  const { approximate_dates: _, ...older } = born()
  assert.deepEqual(words(older as Compared, born("1951")), [])
})
