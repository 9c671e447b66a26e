import assert from "node:assert/strict"
import { test } from "node:test"
import { inOneLine, isOneLine, isVisibleLine } from "./one-line.ts"

test("a line holds no breaks and no control characters, however they are written", () => {
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

test("names of all writings are lines that can be seen; blanks and characters without width are not", () => {
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

test("a pasted text is put into one line, and nothing else of it changes", () => {
  assert.equal(inOneLine("Ada \r\n  Smith\n\nLee"), "Ada Smith Lee")
  assert.equal(inOneLine("Ada\u2028Smith\u0085"), "Ada Smith ")
  assert.equal(inOneLine("Ada  O’Neil\tx"), "Ada  O’Neil\tx")
})

test("nothing typed into one line turns what follows it around; marks of a writing's own direction stay", () => {
  assert.equal(inOneLine("Ada \u202eevil\u202c \u2066Smith\u2069"), "Ada evil Smith")
  assert.equal(inOneLine("עברית\u200f Smith"), "עברית\u200f Smith")
})
