import assert from "node:assert/strict"
import { test } from "node:test"
import { parseAnswer } from "./values.ts"

const today = "2026-11-26"

test("a date pasted whole into one box is read if it has one reading", () => {
  for (const text of [
    "03/14/1962",
    "3/14/1962",
    "14/3/1962",
    "March 14, 1962",
    "14 March 1962",
    "1962-03-14",
    "14.03.1962",
    "14 de marzo de 1962",
    " Mar 14, 1962 ",
    "Wednesday, March 14, 1962",
    "1962-03-14T00:00:00Z",
    "14-Mar-1962",
    "\u200e03/14/1962\u200e",
    "０３／１４／１９６２",
  ])
    for (const box of ["month", "day", "year"])
      assert.deepEqual(
        parseAnswer({ type: "date" }, { month: "", day: "", year: "", [box]: text }, today),
        { kind: "value", value: "1962-03-14" },
        text,
      )
  for (const text of [
    "03/04/1962",
    "3/14/62",
    "14-Mar-62",
    "22719",
    "19620314",
    "March 1962",
    "5.3.1962",
    "02/30/1962",
    "x".repeat(5000),
  ])
    assert.equal(parseAnswer({ type: "date" }, { month: text, day: "", year: "" }, today).kind, "fault", text)
  assert.equal(
    parseAnswer({ type: "date" }, { month: "03/14/1962", day: "5", year: "" }, today).kind,
    "fault",
  )
})

test("a pasted date keeps to the question's limits", () => {
  const parsed = parseAnswer(
    { type: "date", max: "today" },
    { month: "03/14/2062", day: "", year: "" },
    today,
  )
  assert.equal(parsed.kind === "fault" && parsed.fault.code, "date_in_future")
})
