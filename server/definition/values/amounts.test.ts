import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { anyCharacter } from "../../../test/harness/any-character.ts"
import { faultSentence } from "../faults/fault-sentences.ts"
import { displayMoney, displayNumber, parseMoney, parseNumber } from "./amounts.ts"

const digits = fc.bigInt({ min: -(10n ** 18n - 1n), max: 10n ** 18n - 1n })

function money(typed: string) {
  const parsed = parseMoney(typed)
  return parsed.kind === "value" ? parsed.value : parsed.kind === "fault" ? parsed.fault.code : parsed.kind
}

test("money parses amounts in words, in English and Spanish, and asks or refuses where they are unclear", () => {
  const cases: Record<string, string> = {
    "half a million": "500000.00",
    "quarter of a million dollars": "250000.00",
    "three quarters of a million": "750000.00",
    "3/4 million": "750000.00",
    "1 1/2 million": "1500000.00",
    "a million and a half": "1500000.00",
    "two and a half million": "2500000.00",
    "five hundred thousand": "500000.00",
    "three hundred and fifty thousand dollars": "350000.00",
    "one million two hundred fifty thousand": "1250000.00",
    "fifteen hundred": "1500.00",
    "six hundred k": "600000.00",
    "twenty-five thousand": "25000.00",
    "quinientos mil": "500000.00",
    "medio millón": "500000.00",
    "medio millón de dólares": "500000.00",
    "un millón y medio": "1500000.00",
    "dos millones quinientos mil": "2500000.00",
    "tres cuartos de millón": "750000.00",
    "treinta y cinco mil": "35000.00",
    "veintiún mil": "21000.00",
    "doscientas mil": "200000.00",
    "dos mil millones": "2000000000.00",
    "two million five hundred": "money_ambiguous",
    "dos millones quinientos": "money_ambiguous",
    "2 million 500": "money_ambiguous",
    "five to six hundred thousand": "money_unreadable",
    "a couple hundred thousand": "money_unreadable",
    "one fifty": "money_unreadable",
    "1/3 million": "money_unreadable",
    "mil y medio": "money_unreadable",
    once: "money_unreadable",
    a: "money_unreadable",
  }
  for (const [typed, expected] of Object.entries(cases)) assert.equal(money(typed), expected, typed)
  assert.deepEqual(parseMoney("once mil", { notation: "es" }), { kind: "value", value: "11000.00" })
})

test("money enforces its bounds and tells empty from absent", () => {
  assert.equal(parseMoney("-1", { min: "0" }).kind, "fault")
  assert.deepEqual(parseMoney("0", { min: "0" }), { kind: "value", value: "0.00" })
  assert.deepEqual(parseMoney("100.01", { max: "100" }), {
    kind: "fault",
    fault: { code: "money_too_large", limit: "100" },
  })
  assert.deepEqual(parseMoney(undefined), { kind: "absent" })
  assert.deepEqual(parseMoney(" "), { kind: "empty" })
})

test("every amount of money survives formatting and parsing", () => {
  fc.assert(
    fc.property(digits, (cents) => {
      const absolute = String(cents < 0n ? -cents : cents).padStart(3, "0")
      const value = `${cents < 0n ? "-" : ""}${absolute.slice(0, -2)}.${absolute.slice(-2)}`
      assert.equal(money(value), value)
      assert.equal(money(displayMoney(value)), value)
    }),
  )
})

test("amounts of any length are formatted exactly", () => {
  assert.equal(displayMoney("-12345678901234567890123.05"), "-$12,345,678,901,234,567,890,123.05")
  assert.equal(displayMoney("0.1234567"), "$0.1234567")
  assert.equal(displayMoney("1000"), "$1,000.00")
  assert.equal(
    displayNumber("-98765432109876543210.1234567890123456789"),
    "-98,765,432,109,876,543,210.1234567890123456789",
  )
  assert.equal(displayMoney("about 5"), "about 5")
})

test("every decimal survives formatting and parsing", () => {
  fc.assert(
    fc.property(digits, fc.nat({ max: 999_999_999 }), (whole, tail) => {
      const fraction = String(tail).replace(/0+$/, "")
      const value = fraction ? `${whole}.${fraction}` : String(whole)
      assert.deepEqual(parseNumber(value), { kind: "value", value })
      assert.deepEqual(parseNumber(displayNumber(value)), { kind: "value", value })
    }),
  )
})

test("a number can be limited to whole numbers and to a range", () => {
  const fault = (typed: string, bounds: Parameters<typeof parseNumber>[1]) => {
    const parsed = parseNumber(typed, bounds)
    return parsed.kind === "fault" ? parsed.fault.code : parsed.kind
  }
  assert.equal(fault("2.5", { whole: true }), "number_not_whole")
  assert.deepEqual(parseNumber("2.0", { whole: true }), { kind: "value", value: "2" })
  assert.equal(fault("-1", { min: "0" }), "number_too_small")
  assert.equal(fault("10", { max: "9.99" }), "number_too_large")
  assert.equal(fault("9".repeat(31), {}), "number_too_long")
  assert.equal(fault("several", {}), "number_unreadable")
})

test("parsing and formatting amounts never throws, whatever the input", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (typed) => {
      parseMoney(typed)
      parseNumber(typed)
      displayMoney(typed)
      displayNumber(typed)
    }),
  )
})

test("in Spanish, thousands are offered as people write them", () => {
  const parsed = parseNumber("12.500", { notation: "es" })
  assert.ok(parsed.kind === "fault")
  const sentence = faultSentence(parsed.fault, "Años", "es")
  assert.equal(sentence, "«Años» podría ser 12500 o 12.5. Escriba cuál de las dos.")
})

test("an amount of money with thousandths is offered to the nearest cent, never as another amount", () => {
  for (const [typed, candidates] of [
    ["1.005", ["1005", "1.01"]],
    ["-1.005", ["-1005", "-1.01"]],
    ["9.999", ["9999", "10.00"]],
  ] as const) {
    const parsed = parseMoney(typed)
    assert.ok(parsed.kind === "fault")
    assert.deepEqual(parsed.fault.candidates, candidates)
  }
})
