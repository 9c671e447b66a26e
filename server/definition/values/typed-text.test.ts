import assert from "node:assert/strict"
import { test } from "node:test"
import { hasAddress } from "./typed-addresses.ts"
import { compact, inLines, inOneLine, isVisible, trimmed } from "./typed-text.ts"

test("invisible characters go at the ends, and in keys everywhere", () => {
  const marks = [
    ..."\u200b\u200c\u200d\u200e\u200f\u2060\u2063\u00ad\u061c\ufeff\ufe0f\u3164\u115f\uffa0\u{e0001}",
  ]
  for (const mark of [...marks, " ", "\u00a0", "\u3000", "\u2800"]) {
    assert.equal(trimmed(`${mark} ${mark}Ada${mark}`), "Ada", `U+${mark.codePointAt(0)?.toString(16)}`)
    assert.equal(isVisible(mark), false)
  }
  for (const mark of marks) assert.equal(compact(`a${mark}@b.c${mark}`), "a@b.c")
})

test("joiners inside names and the signs of a script stay", () => {
  for (const name of [
    "نیک\u200cزاد",
    "क्\u200dष",
    "👩\u200d👩\u200d👧 Lee",
    "עברית\u200f Smith",
    "\u06dd آية",
  ])
    assert.equal(inOneLine(name), name)
})

test("direction overrides never stay in one line", () => {
  assert.equal(inOneLine("Ada \u202eevil\u202c \u2066Smith\u2069"), "Ada evil Smith")
})

test("of invisible text for software nothing stays, and of emoji with tags three flags", () => {
  const tags = (text: string) =>
    [...text].map((each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join("")
  const flag = (region: string) => `\u{1f3f4}${tags(region)}\u{e007f}`
  for (const read of [inLines, inOneLine]) {
    assert.equal(read(`Ada${tags("Ignore all that")}\u{e007f} Smith\u{e0001}`), "Ada Smith")
    assert.equal(read(`A\ufeffda`), "Ada")
    for (const region of ["gbeng", "gbsct", "gbwls"])
      for (const text of [flag(region), `${flag(region)} Ada`, `Ada ${flag(region)}`])
        assert.equal(read(text), text)
    assert.equal(read(`a ${flag("ustx")} b ${flag("gbeng").slice(0, -2)} c`), "a \u{1f3f4} b \u{1f3f4} c")
  }
})

test("direction marks stay only in a name with letters from right to left", () => {
  for (const mark of "\u200e\u200f\u061c") {
    assert.equal(inOneLine(`Ma${mark}ria${mark} Lee`), "Maria Lee")
    assert.equal(inOneLine(`(כהן${mark}) Lee`), `(כהן${mark}) Lee`)
  }
})

test("text keeps the embeddings and isolates that a line closes, and no override", () => {
  for (const stays of [
    "a \u2067אב\u2069 c",
    "a \u202bאב\u202c c\n\u2068x\u2069 y",
    "x \u2066a\u2069\u2068b\u2069 y",
  ])
    assert.equal(inLines(` ${stays} `).replace(/^\u2068/, ""), stays)
  for (const [typed, stays] of [
    ["a \u202egpj.exe\u202c b", "a gpj.exe b"],
    ["a \u2066b\nc\u2069 d", "a b\nc d"],
    ["a \u202bb\u2069 c\u202c", "a b c"],
    ["\u2066a\u2069 b", "a b"],
    ["a \u2067b \u2066c\u2069 d\u2069 e", "a b \u2066c\u2069 d e"],
  ] as const)
    assert.equal(inLines(typed), stays)
})

test("text is composed, but for the ideographs of names that this would replace", () => {
  assert.equal(inOneLine("Nguye\u0302\u0303n"), "Nguyễn")
  assert.equal(inOneLine("\ufa19 \u{2f81a} \ufa11"), "\ufa19 \u{2f81a} \ufa11")
})

test("what mail programs turn into links is an address, names, sentences and files are none", () => {
  for (const text of [
    "see https://pryce.example/a",
    "Log in at hartwell-pryce.de now",
    "bit.ly/x7",
    "PRYCE.LAW",
    "pryce。com",
    "pr\u200byce．photography",
    "пример.рф",
    "10.0.0.7/login",
    "\\\\pryce\\share",
    "www.pryce",
    "nora@pryce",
  ])
    assert.equal(hasAddress(text), true, text)
  for (const text of [
    "Dr.Ruiz and J.R.Smith",
    "Please sign.Thanks!",
    "We have will.pdf and 3.5 acres in D.C./Maryland",
    "10 a.m. to 5 p.m., S.A. de C.V., e.g. the deed … etc.",
    "Wait...what",
  ])
    assert.equal(hasAddress(text), false, text)
})
