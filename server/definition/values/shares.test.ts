import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import type { Language } from "../text.ts"
import { hasIncompleteShares, parseShares, totalOf } from "./shares.ts"

function read(typed: readonly string[], language: Language = "en"): string {
  return parseShares(typed, language)
    .map(({ share, is_blank }) => share ?? (is_blank ? "blank" : "?"))
    .join(" ")
}

test("a share is read as people write it, and nothing else", () => {
  const inBoth: Record<string, string> = {
    "50": "50.00",
    "33.33": "33.33",
    "33,3 %": "33.30",
    "100%": "100.00",
    " 0 ": "0.00",
    "007": "7.00",
    "25 percent": "25.00",
    "25 per cent": "25.00",
    "50 %": "50.00",
    "1/3": "33.33",
    "2/3": "66.67",
    "33 1/3": "33.33",
    "33⅓": "33.33",
    "33 ⅓ %": "33.33",
    "½": "50.00",
    "⅔": "66.67",
    "33.333": "33.33",
    "33.335": "33.34",
    "66,666": "66.67",
    "12 1/2%": "12.50",
    "1 / 4": "25.00",
    "3/3": "100.00",
    "0.5": "0.50",
    "５０％": "50.00",
    "٥٠": "50.00",
    "50\u200b": "50.00",
    "about 50": "50.00",
    "%50": "50.00",
    "100.01": "?",
    "-5": "?",
    "(5)": "?",
    "4/3": "?",
    "101 1/2": "?",
    "1/0": "?",
    "1e2": "?",
    "1/3 %": "?",
    "20-30": "?",
    "5²": "?",
    "1,000": "?",
    $50: "?",
    some: "?",
    "50 50": "?",
    "1/3/3": "?",
    "50/50": "?",
    "40/60": "?",
    "1/99": "1.01",
    "50/100": "50.00",
    "33.3̅": "?",
    "--": "?",
  }
  const byLanguage: Record<Language, Record<string, string>> = {
    en: {
      half: "50.00",
      "a half": "50.00",
      Half: "50.00",
      "one-half": "50.00",
      "a third": "33.33",
      "two-thirds": "66.67",
      "a quarter": "25.00",
      "three quarters": "75.00",
      all: "100.00",
      everything: "100.00",
      twenty: "20.00",
      "fifty percent": "50.00",
      mitad: "?",
    },
    es: {
      "la mitad": "50.00",
      mitad: "50.00",
      "un tercio": "33.33",
      "la tercera parte": "33.33",
      "dos tercios": "66.67",
      "una cuarta parte": "25.00",
      todo: "100.00",
      veinte: "20.00",
      "25 por ciento": "25.00",
      "cincuenta por ciento": "50.00",
      half: "?",
    },
  }
  for (const language of ["en", "es"] as const)
    for (const [typed, share] of Object.entries({ ...inBoth, ...byLanguage[language] }))
      assert.equal(read([typed, "0"], language).split(" ")[0], share, `${language}: ${typed}`)
})

test("shares that are equal but for their rounding are split equally, and the first gets the remainder", () => {
  const third = "33.34 33.33 33.33"
  for (const typed of [
    "33.33",
    "33.34",
    "33.3",
    "33,33 %",
    "33 1/3",
    "1/3",
    "33.333",
    "33.3333",
    "⅓",
    "a third",
    "",
  ])
    assert.equal(read([typed, typed, typed]), third, typed)
  assert.equal(read(["33.34", "33.33", "33.33"]), third)
  assert.equal(read(["33.33", "33.33", "33.34"]), "33.33 33.33 33.34", "what adds up stays as typed")
  assert.equal(read(["33.4", "33.3", "33.3"]), "33.40 33.30 33.30")
  const sixth = "16.67 16.67 16.67 16.67 16.66 16.66"
  for (const typed of ["16.66", "16.67", "16.7", "16 2/3", "1/6"])
    assert.equal(read(Array(6).fill(typed)), sixth, typed)
  assert.equal(read(["16.66", "16.67", "16.66", "16.67", "16.66", "16.67"]), sixth)
  assert.equal(read(Array(7).fill("14.28")), "14.29 14.29 14.29 14.29 14.28 14.28 14.28")
  assert.equal(read(["1/6", "1/6", "2/3"]), "16.67 16.67 66.66")
  assert.equal(read(["1/3", "2/3"]), "33.33 66.67")
  assert.equal(read(["equal", "equally", ""]), third)
  assert.equal(read(["partes iguales", "por igual"], "es"), "50.00 50.00")
})

test("shares that are not equal keep what was typed", () => {
  assert.equal(read(["33", "33", "33"]), "33.00 33.00 33.00")
  assert.equal(read(["60", "30.5"]), "60.00 30.50")
  assert.equal(read(["66.66", "33.33"]), "66.66 33.33")
  assert.equal(read(["49.99", "50"]), "49.99 50.00")
  assert.equal(read(["99.99"]), "99.99")
  assert.equal(read(["50", "half"]), "50.00 50.00")
})

test("a single blank share gets what the others leave of 100 percent", () => {
  assert.equal(read(["60", ""]), "60.00 40.00")
  assert.equal(read(["33.33", "33.33", ""]), "33.33 33.33 33.34")
  assert.equal(read(["60", "40", ""]), "60.00 40.00 blank")
  assert.equal(read(["80", "40", ""]), "80.00 40.00 blank")
  assert.equal(read(["60", "", ""]), "60.00 blank blank")
  assert.equal(read(["some", ""]), "? blank")
})

test("an equal split adds up to exactly 100 percent and its parts differ by a hundredth at most", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.boolean(), (count, is_fraction) => {
      const shares = parseShares(Array(count).fill(is_fraction ? `1/${count}` : ""), "en").map(
        ({ share }) => share ?? "",
      )
      assert.equal(totalOf(shares), "100.00")
      assert.ok(Math.max(...shares.map(Number)) - Math.min(...shares.map(Number)) < 0.011)
    }),
  )
})

test("each level that has beneficiaries must add up to 100 percent on its own", () => {
  assert.equal(hasIncompleteShares([]), false)
  assert.equal(hasIncompleteShares([{ level: "primary", share: "100.00" }]), false)
  assert.equal(
    hasIncompleteShares([
      { level: "primary", share: "100.00" },
      { level: "contingent", share: "99.99" },
    ]),
    true,
  )
})
