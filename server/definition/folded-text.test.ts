import assert from "node:assert/strict"
import { test } from "node:test"
import { foldText } from "./folded-text.ts"

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
    ],
    ["New York", "new  york", "New\u00a0York", "New\nYork", "(New York)"],
    ["Straße", "STRASSE", "strasse", "STRAẞE"],
    ["México", "Mexico", "Me\u0301xico"],
    ["O’Brien", "O'Brien", "o‘brien"],
    ["ﬁduciary", "fiduciary"],
    ["co-op", "co‑op", "CO–OP"],
    ["Łódź", "lodz"],
    ["İstanbul", "istanbul", "ISTANBUL"],
    ["007", "００７", "007."],
  ]
  for (const spellings of alike)
    assert.deepEqual(new Set(spellings.map(foldText)).size, 1, spellings.map(foldText).join("|"))
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
  assert.equal(new Set(different.map(foldText)).size, different.length)
})
