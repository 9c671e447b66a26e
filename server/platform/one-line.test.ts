import assert from "node:assert/strict"
import { test } from "node:test"
import { inOneLine, isOneLine, isVisibleLine } from "./one-line.ts"

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

test("inOneLine joins the lines of pasted text and changes nothing else", () => {
  assert.equal(inOneLine("Ada \r\n  Smith\n\nLee"), "Ada Smith Lee")
  assert.equal(inOneLine("Ada\u2028Smith\u0085"), "Ada Smith ")
  assert.equal(inOneLine("Ada  O’Neil\tx"), "Ada  O’Neil\tx")
})

test("inOneLine removes bidirectional overrides, and keeps a script's own direction marks", () => {
  assert.equal(inOneLine("Ada \u202eevil\u202c \u2066Smith\u2069"), "Ada evil Smith")
  assert.equal(inOneLine("עברית\u200f Smith"), "עברית\u200f Smith")
})
