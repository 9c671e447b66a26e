import assert from "node:assert/strict"
import { test } from "node:test"
import { readFirmFolder } from "./files.ts"
import { withDates } from "./placeholders.ts"

const today = new Date("2027-03-02T23:30:00Z")

test("dates are relative to the day of loading, across months and years", () => {
  assert.deepEqual(
    withDates({ at: "{today-2}T08:00Z", due: ["{today+30}"], born: "{year-41}-12-12", count: 3 }, today),
    { at: "2027-02-28T08:00Z", due: ["2027-04-01"], born: "1986-12-12", count: 3 },
  )
})

test("a text may contain several dates, and a lone year becomes a number", () => {
  assert.equal(withDates("Wills {year-14}, read {today}", today), "Wills 2013, read 2027-03-02")
  assert.equal(withDates("{year}", today), 2027)
  assert.equal(withDates("{name}", today), "{name}")
})

test("every file of both firms matches its schema, with no placeholder left", async () => {
  for (const name of ["hartwell-pryce", "northgate-tax"]) {
    const { firm, matters } = await readFirmFolder(name, today)
    assert.ok(Object.keys(matters).length >= 2)
    assert.doesNotMatch(JSON.stringify([firm, matters]), /\{(today|year)/)
  }
})
