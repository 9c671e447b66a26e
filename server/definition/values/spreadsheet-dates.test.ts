import assert from "node:assert/strict"
import { test } from "node:test"
import { findDateOrderProof, parseSpreadsheetDate, provenOrder } from "./spreadsheet-dates.ts"

const today = "2026-11-26"

function read(cell: string, candidate: Partial<Parameters<typeof parseSpreadsheetDate>[1]> = {}) {
  const parsed = parseSpreadsheetDate(cell, { today, ...candidate })
  return parsed.kind === "value"
    ? parsed.value
    : parsed.kind === "ambiguous"
      ? parsed.candidates.join(" ")
      : parsed.kind
}

test("dates are read as spreadsheets and databases write them", () => {
  const spellings = [
    "1962-03-25",
    "1962/3/25",
    "1962.03.25",
    "19620325",
    "1962-03-25 00:00:00",
    "1962-03-25T00:00:00.000Z",
    "1962-03-25T00:00",
    "1962-03-25T00:00:00+01:00",
    "1962-03-25 00:00:00.0",
    "1962-03-25T05:00:00Z",
    "1962-03-25T12:00:00Z",
    "1962-03-25 14:33:12 UTC",
    "3/25/1962",
    "03/25/1962",
    "3/25/62",
    "3/25/1962 0:00",
    "3/25/1962 12:00:00 AM",
    "3/25/1962, 12:00 a.m.",
    "25/3/1962",
    "25-03-1962",
    "25.3.62",
    "25.03.1962",
    "25. 03. 1962",
    "03252062 ".replace("20", "19"),
    "25031962",
    "25-Mar-1962",
    "25-Mar-62",
    "25-MAR-62",
    "25 Mar 1962",
    "Mar 25, 1962",
    "Mar. 25, 1962",
    "March 25, 1962",
    "March 25 1962",
    "25 March 1962",
    "25th March 1962",
    "the 25th of March, 1962",
    "March 25th, 1962",
    "1962 March 25",
    "1962-Mar-25",
    "62-Mar-25",
    "Sunday, March 25, 1962",
    "Sun Mar 25 1962",
    "Sun 3/25/1962",
    "Sonntag, 25.03.1962",
    "So., 25. März 1962",
    "Sun Mar 25 1962 00:00:00 GMT-0500 (Eastern Standard Time)",
    "Sun, 25 Mar 1962 00:00:00 GMT",
    "25 de marzo de 1962",
    "domingo, 25 de marzo de 1962",
    "25-mar.-1962",
    "25/mar/1962",
    "dom, 25 mar 1962",
    "25. März 1962",
    "25. Mrz. 1962",
    "25 mars 1962",
    "25 de março de 1962",
    "25 marzo 1962",
    "25 maart 1962",
    "22730",
    "22730.0",
    "22730.5",
    "22730,25",
    "'3/25/1962",
    " 3/25/1962 ",
    "\u200E3\u200E/\u200E25\u200E/\u200E1962",
    "３／２５／１９６２",
    "٢٥/٣/١٩٦٢",
    "1962年3月25日",
    "1962. 3. 25.",
    "1962년 3월 25일",
    "62-03-25",
    "3-25-1962",
    "25 3 1962",
    "March 25, 1962 at 12:00 AM",
    "25.03.1962 um 00:00 Uhr",
  ]
  for (const cell of spellings) assert.equal(read(cell), "1962-03-25", cell)
})

test("Spanish Tuesdays in March are Tuesdays", () => {
  assert.equal(read("mar, 5 mar 2024"), "2024-03-05")
  assert.equal(read("mar 5 2024"), "2024-03-05")
})

test("a date in digits that can be read in two orders has both candidates", () => {
  for (const cell of ["05/03/1962", "5/3/1962", "05-03-1962", "5/3/62", "05031962", "5/3/1962 0:00"]) {
    assert.equal(read(cell), "1962-05-03 1962-03-05", cell)
    assert.equal(read(cell, { order: "day_first" }), "1962-03-05", cell)
    assert.equal(read(cell, { order: "month_first" }), "1962-05-03", cell)
  }
  assert.equal(read("5/5/1962"), "1962-05-05")
  assert.equal(read("05.03.1962"), "1962-03-05")
  assert.equal(read("05.03.1962", { order: "month_first" }), "1962-05-03")
  assert.equal(read("25/12/1962", { order: "month_first" }), "1962-12-25")
})

test("a time that is midnight elsewhere has the day as written and the day that begins then", () => {
  const both = "1962-03-04 1962-03-05"
  for (const cell of [
    "1962-03-04T23:00:00.000Z",
    "1962-03-04 18:30:00+00:00",
    "1962-03-04 22:00:00+00",
    "3/4/1962 11:00 PM GMT",
    "04.03.1962 15:00 UTC",
    "Sun Mar 04 1962 19:00:00 GMT-0500 (Eastern Standard Time)",
    "1962-03-04T16:00:00-08:00",
  ])
    assert.equal(read(cell, { order: cell.startsWith("3/") ? "month_first" : undefined }), both, cell)
  for (const cell of ["1962-03-04 23:00:00", "1962-03-04T00:00:00-05:00", "1962-03-04T01:00:00+01:00"])
    assert.equal(read(cell), "1962-03-04", cell)
  // Where, and how long ago, noon or an odd minute in UTC is midnight.
  for (const [cell, time_zone, days] of [
    ["1962-03-04T12:00:00Z", "Pacific/Auckland", both],
    ["1974-12-31T11:00:00Z", "Pacific/Auckland", "1974-12-31 1975-01-01"],
    ["1905-03-04T23:50:39Z", "Europe/Paris", "1905-03-04 1905-03-05"],
    ["1962-03-04T11:00:00Z", "Pacific/Auckland", "1962-03-04"],
    ["1962-03-04T05:00:00Z", "America/New_York", "1962-03-04"],
  ] as const)
    assert.equal(read(cell, { time_zone }), days, cell)
})

test("a time whose date has two orders is first asked about its order", () => {
  const time = "03/04/1962 23:00 UTC"
  assert.equal(read(time), "1962-03-04 1962-04-03")
  assert.equal(read(time, { order: "day_first" }), "1962-04-03 1962-04-04")
})

test("a column proves its own order, and names the line that proves it", () => {
  assert.deepEqual(findDateOrderProof(["", "05/03/1962", "25/12/1962", "31/12/1970"]), { day_first: 2 })
  assert.deepEqual(findDateOrderProof(["5/3/62 0:00", "5/30/62 0:00"]), { month_first: 1 })
  assert.deepEqual(findDateOrderProof(["March 5, 1962", "1962-12-25", "5/5/1962", "40/50/1962"]), {})
  assert.equal(provenOrder({ day_first: 2 }), "day_first")
  assert.equal(provenOrder({ month_first: 0 }), "month_first")
  assert.equal(provenOrder({ month_first: 0, day_first: 1 }), undefined)
  assert.equal(provenOrder({}), undefined)
})

test("a year of two digits is the latest one that is not in the future, or else the nearest one", () => {
  assert.equal(read("1/31/26"), "2026-01-31")
  assert.equal(read("12/31/26"), "1926-12-31")
  assert.equal(read("1/31/27"), "1927-01-31")
  assert.equal(read("31-Jan-00"), "2000-01-31")
  assert.equal(read("1/31/27", { two_digit_years: "nearest" }), "2027-01-31")
  assert.equal(read("12/31/26", { two_digit_years: "nearest" }), "2026-12-31")
  assert.equal(read("1/31/98", { two_digit_years: "nearest" }), "1998-01-31")
  assert.equal(read("2/29/27"), "unreadable")
})

test("Excel's serial numbers are read, but not what may be a year", () => {
  assert.equal(read("9133"), "1925-01-01")
  assert.equal(read("10000"), "1927-05-18")
  assert.equal(read("45292"), "2024-01-01")
  for (const cell of ["1962", "62", "0", "1", "366", "22,710", "123456", "030562"])
    assert.equal(read(cell), "unreadable", cell)
})

test("what is no date, or only part of one, is not read", () => {
  for (const cell of [
    "n/a",
    "unknown",
    "March 1962",
    "Mar-62",
    "5-Mar",
    "3/1962",
    "1962",
    "2/30/1962",
    "30.02.1962",
    "13/13/1962",
    "0/0/0000",
    "0000-00-00",
    "1/0/1900",
    "0062-03-05",
    "1962-13-05",
    "19621305",
    "5/3/1962/4",
    "3/5/1962 25",
    "5 Ma 1962",
    "jui 5 1962",
    "5/3/9",
    "circa 1962",
    "3/5/1962 - 4/5/1963",
    "1962-03-05T",
    "5-3/1962",
    "x".repeat(200),
  ])
    assert.equal(read(cell), "unreadable", cell)
  assert.equal(read("  "), "empty")
  assert.equal(read("\u200B"), "empty")
  assert.equal(read(" ".repeat(200)), "empty")
})
