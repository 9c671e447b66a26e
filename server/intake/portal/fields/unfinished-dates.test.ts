import assert from "node:assert/strict"
import { test } from "node:test"
import { en } from "../../../web/portal/words/en.ts"
import type { Field } from "./field.ts"
import { faultOfUnfinished, unfinishedInWords } from "./unfinished-dates.ts"

const today = "2026-11-02"
const field = (more: Partial<Field>) => ({ name: "born", label: "Born", type: "date", ...more }) as Field
const day = (year: string, month: string, day: string) => ({ unfinished: { year, month, day } })

test("an incomplete date has the fault of what was typed, and a date whose parts are enough has none", () => {
  const codeOf = (more: Partial<Field>) => faultOfUnfinished(field(more), today)?.code
  assert.equal(codeOf({}), undefined)
  assert.equal(codeOf(day("2026", "2", "30")), "date_does_not_exist")
  assert.equal(codeOf(day("2026", "2", "3")), "date_unfinished")
  assert.equal(codeOf({ ...day("1950", "", ""), approximate: "1950" }), undefined)
})

test("a check page says that a date is incomplete or that its day is not known, and of others nothing", () => {
  const said = (more: Partial<Field>) => unfinishedInWords(field(more), { words: en() })
  assert.equal(said({}), "")
  assert.equal(said(day("2026", "2", "30")), "2 / 30 / 2026 (not a full date)")
  assert.equal(said({ ...day("1950", "", ""), approximate: "1950" }), "1950 (day not known)")
})
