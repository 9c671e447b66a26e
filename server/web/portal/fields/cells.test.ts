import assert from "node:assert/strict"
import { test } from "node:test"
import { en } from "../words/en.ts"
import { addressCells } from "./cells.ts"
import type { Field } from "./field.ts"

const cells = (field: Partial<Field>) => {
  const blank = {
    name: "home",
    type: "address",
    label: "Home",
    required: true,
    value: null,
    given: false,
    seen: 0,
  }
  return addressCells({ ...blank, ...field } as Field, "en", en())
}
const valuesOf = (field: Partial<Field>) =>
  Object.fromEntries(cells(field).map(({ name, value }) => [name.replace("home_", ""), value]))

test("an address starts in the United States, with all else blank", () => {
  const blank = { street: null, city: null, state: null, postal_code: null, country_iso: "US" }
  assert.deepEqual(valuesOf({}), blank)
  assert.deepEqual(valuesOf({ value: ["", "Lyon", "", "", ""] }), { ...blank, city: "Lyon" })
  assert.equal(valuesOf({ value: ["", "Lyon", "", "", "FR"] }).country_iso, "FR")
})

test("a sensitive address stays on the server", () => {
  assert.equal(valuesOf({ value: ["1 Elm St", "Lyon", "", "", "FR"], sensitive: true }).street, null)
})
