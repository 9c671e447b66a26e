import assert from "node:assert/strict"
import { test } from "node:test"
import { isOneLine, isVisibleLine } from "./one-line.ts"

test("one line contains no line breaks or control characters, in any encoding", () => {
  for (const text of [
    "a\nb",
    "a\rb",
    "a\u0085b",
    "a\u2028b",
    "a\u2029b",
    "a\tb",
    "a\u0000b",
    "a\u001bb",
    "\n",
  ])
    assert.equal(isOneLine(text) || isVisibleLine(text), false, JSON.stringify(text))
})

test("names in every script are visible; spaces and zero-width characters are not", () => {
  for (const text of ["A", "O’Neil-Ștefănescu", "Nguyễn", "王小明", "עברית", "👪", " a ", "a\u200db"])
    assert.ok(isVisibleLine(text), text)
  for (const text of [
    "",
    " ",
    "\u00a0",
    "\u3000",
    "\u200b",
    "\u200b\u200d",
    "\ufeff",
    "\u3164",
    "\u2800",
    "\u115f",
    "\u00ad",
  ])
    assert.equal(isVisibleLine(text), false, JSON.stringify(text))
})
