import assert from "node:assert/strict"
import { test } from "node:test"
import type { AdditionalField } from "../../../definition/definition.ts"
import { max_rows } from "../../../definition/rows.ts"
import { rawOf } from "../../../web/portal/form.ts"
import { en } from "../../../web/portal/words/en.ts"
import { addressCells, tableRows } from "./cells.ts"
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

test("a table shows its rows and a blank one up to the limit, or those that were sent, and at least one", () => {
  const columns: AdditionalField[] = [{ id: "bank", type: "text", prompt: "Bank" }]
  const rowsOf = (value: string[], typed?: Record<string, string[]>) =>
    tableRows({ name: "q", type: "table", columns, value } as unknown as Field, "en", typed).map(
      (row) => row[0]?.value,
    )
  const stored = (count: number) => Array.from({ length: count }, () => '{"bank":"First"}')
  assert.deepEqual(rowsOf([]), [null])
  assert.deepEqual(rowsOf(stored(2)), ["First", "First", null])
  assert.equal(rowsOf(stored(max_rows)).length, max_rows)
  assert.equal(rowsOf(stored(2), { "seen.q": ["1"] }).length, 1)
  assert.equal(rowsOf([], { "seen.q": ["1"], q_r1_bank: ["A"], q_r2_bank: ["B"] }).length, 2)
  const far = { q_r999_bank: ["Z"] }
  assert.equal(
    [rawOf(far, "q", "table", columns)].flat().length,
    max_rows + 1,
    "so that the fault is told, and no more",
  )
})
