import assert from "node:assert/strict"
import { test } from "node:test"
import { foldAnswer, foldText } from "./folded-text.ts"

test("text is compared as people do", () => {
  const alike = [
    [
      "Florida",
      " florida",
      "FLORIDA",
      "Florida.",
      "Ｆｌｏｒｉｄａ",
      "“Florida”",
      "Flo\u00adrida",
      "Florída",
      "florida,",
      "Florida\u200b",
      "Flo\ufe0frida\u3164",
    ],
    ["New York", "new  york", "New\u00a0York", "New\nYork", "(New York)"],
    ["Straße", "STRASSE", "strasse", "STRAẞE"],
    ["México", "Mexico", "Me\u0301xico"],
    ["O’Brien", "O'Brien", "o‘brien"],
    ["ﬁduciary", "fiduciary"],
    ["co-op", "co‑op", "CO–OP"],
    ["Łódź", "lodz"],
    ["İstanbul", "istanbul", "ISTANBUL"],
    ["Οδυσσεύς", "ΟΔΥΣΣΕΥΣ"],
    ["007", "００７", "007."],
  ]
  for (const spellings of alike)
    assert.deepEqual(new Set(spellings.map(foldAnswer)).size, 1, spellings.map(foldAnswer).join("|"))
  const different = [
    "Florida",
    "Florida Keys",
    "7",
    "07",
    "7.0",
    "02134",
    "2134",
    "C",
    "C+",
    "C++",
    "-",
    "",
    "李",
    "美",
  ]
  assert.equal(new Set(different.map(foldAnswer)).size, different.length)
})

test("a search keeps the punctuation that people type", () => {
  assert.equal(foldText(" Smith & Co. "), "smith & co.")
  assert.equal(foldText("(O’Neil)\u00a0– Ștefănescu"), "(o'neil) - stefanescu")
})
