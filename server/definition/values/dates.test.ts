import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import {
  type DateBounds,
  displayDate,
  displayMonth,
  parseDateParts,
  parseIsoDate,
  typedDate,
} from "./dates.ts"

function faultOf(month: string, day: string, year: string) {
  const parsed = parseDateParts({ month, day, year })
  return parsed.kind === "fault" ? parsed.fault.code : parsed
}

test("a month can be a number, a name or an abbreviation, in English or Spanish", () => {
  for (const month of ["3", "03", "Mar", "march", "MARCH", "mar.", "marzo", " Marzo ", "３"]) {
    const parsed = parseDateParts({ month, day: "4", year: "1975" })
    assert.deepEqual(parsed, { kind: "value", value: "1975-03-04" }, month)
  }
  const spanish = [
    "ene",
    "febrero",
    "mar",
    "abr",
    "mayo",
    "jun",
    "julio",
    "ago",
    "sept",
    "octubre",
    "nov",
    "diciembre",
  ]
  for (const [index, month] of spanish.entries()) {
    const parsed = parseDateParts({ month, day: "07", year: "2001" })
    assert.deepEqual(parsed, { kind: "value", value: `2001-${String(index + 1).padStart(2, "0")}-07` })
  }
  assert.deepEqual(parseDateParts({ month: "setiembre", day: "1st", year: "1999" }), {
    kind: "value",
    value: "1999-09-01",
  })
})

test("days that do not exist are rejected, with leap years taken into account", () => {
  assert.equal(faultOf("Feb", "31", "2020"), "date_does_not_exist")
  assert.equal(faultOf("2", "29", "2023"), "date_does_not_exist")
  assert.equal(faultOf("2", "29", "1900"), "date_does_not_exist")
  assert.equal(faultOf("4", "31", "2020"), "date_does_not_exist")
  assert.deepEqual(faultOf("2", "29", "2000"), { kind: "value", value: "2000-02-29" })
})

test("each fault identifies the part to correct", () => {
  assert.equal(faultOf("", "4", "1975"), "date_needs_month")
  assert.equal(faultOf("3", "", "1975"), "date_needs_day")
  assert.equal(faultOf("3", "4", " "), "date_needs_year")
  assert.equal(faultOf("", "", "1975"), "date_needs_month_and_day")
  assert.equal(faultOf("", "4", ""), "date_needs_month_and_year")
  assert.equal(faultOf("3", "", ""), "date_needs_day_and_year")
  assert.equal(faultOf("13", "4", "1975"), "date_month_unknown")
  assert.equal(faultOf("ma", "4", "1975"), "date_month_unknown")
  assert.equal(faultOf("0", "4", "1975"), "date_month_unknown")
  assert.equal(faultOf("3", "32", "1975"), "date_day_unknown")
  assert.equal(faultOf("3", "0", "1975"), "date_day_unknown")
  assert.equal(faultOf("3", "four", "1975"), "date_day_unknown")
  assert.equal(faultOf("3", "4", "75"), "date_year_too_short")
  assert.equal(faultOf("3", "4", "19755"), "date_year_unknown")
  assert.equal(faultOf("3", "4", "0975"), "date_year_unknown")
  const parsed = parseDateParts({ month: "3", day: "", year: "" })
  assert.deepEqual(parsed.kind === "fault" && parsed.fault.parts, ["day", "year"])
})

test("missing fields are absent, and blank fields are empty", () => {
  assert.deepEqual(parseDateParts({}), { kind: "absent" })
  assert.deepEqual(parseDateParts({ month: "", day: " ", year: "" }), { kind: "empty" })
})

test("bounds are inclusive and can be relative to today", () => {
  const within = (value: string, bounds: { min?: string; max?: string }) => {
    const parsed = parseIsoDate(value, { ...bounds, today: "2026-02-01" })
    return parsed.kind === "fault" ? parsed.fault.code : parsed.kind
  }
  assert.equal(within("2026-02-01", { max: "today" }), "value")
  // The client's own day may already be tomorrow, or still yesterday.
  assert.equal(within("2026-02-02", { max: "today" }), "value")
  assert.equal(within("2026-01-31", { min: "today" }), "value")
  assert.equal(within("2026-02-03", { max: "today" }), "date_in_future")
  assert.equal(within("2026-01-30", { min: "today" }), "date_in_past")
  assert.equal(within("1899-12-31", { min: "1900-01-01" }), "date_too_early")
  assert.equal(within("2000-01-02", { max: "2000-01-01" }), "date_too_late")
})

test("every date survives being split into three fields and parsed again", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
      (date) => {
        const value = date.toISOString().slice(0, 10)
        assert.deepEqual(parseDateParts(typedDate(value)), { kind: "value", value })
        assert.deepEqual(parseIsoDate(value), { kind: "value", value })
      },
    ),
  )
})

test("dates are displayed in the conventions of both languages", () => {
  assert.equal(displayDate("1975-03-04", "en"), "March 4, 1975")
  assert.equal(displayDate("1975-03-04", "es"), "4 de marzo de 1975")
  assert.equal(displayMonth("1975-03-04", "en"), "March 1975")
  assert.equal(displayMonth("1975-03-04", "es"), "marzo de 1975")
  assert.equal(displayDate("1066-10-14", "en"), "October 14, 1066")
  assert.equal(displayDate("around 1975", "en"), "around 1975")
  assert.equal(displayDate("1975-13-04", "en"), "1975-13-04")
})

test("a year, or a month and a year, is a date where that is enough", () => {
  const read = (month: string, day: string, year: string, bounds: DateBounds = {}) => {
    const parsed = parseDateParts({ month, day, year }, bounds)
    return parsed.kind === "value" ? parsed.value : parsed.kind === "fault" ? parsed.fault.code : parsed.kind
  }
  const year = { precision: "year" } as const
  const month = { precision: "month" } as const
  assert.equal(read("", "", "1998", year), "1998")
  assert.equal(read("May", "", "1998", year), "1998-05")
  assert.equal(read("5", "7", "1998", year), "1998-05-07")
  assert.equal(read("5", "", "1998", month), "1998-05")
  assert.equal(read("", "", "1998", month), "date_needs_month")
  assert.equal(read("", "", "1998"), "date_needs_month_and_day")
  assert.equal(read("5", "", "1998"), "date_needs_day")
  assert.equal(read("", "7", "1998", year), "date_needs_month")
  assert.equal(read("5", "7", "", year), "date_needs_year")
  assert.equal(read("", "", "98", year), "date_year_too_short")
  assert.equal(read("", "", "nineteen", year), "date_year_unknown")
  assert.equal(read("", "", "", year), "empty")
  const limits = { ...year, min: "1990-06-01", max: "today", today: "2026-03-10" }
  assert.equal(read("", "", "1990", limits), "1990")
  assert.equal(read("5", "", "1990", limits), "date_too_early")
  assert.equal(read("", "", "2026", limits), "2026")
  assert.equal(read("4", "", "2026", limits), "date_in_future")
  assert.equal(read("", "", "1989", limits), "date_too_early")
  for (const value of ["1998", "1998-05", "1998-05-07"]) {
    assert.deepEqual(parseIsoDate(value, year), { kind: "value", value })
    assert.deepEqual(parseDateParts(typedDate(value), year), { kind: "value", value })
  }
  assert.equal(parseIsoDate("1998").kind, "fault")
  assert.equal(displayDate("1998", "en"), "1998")
  assert.equal(displayDate("1998-05", "en"), "May 1998")
  assert.equal(displayDate("1998-05", "es"), "mayo de 1998")
})
