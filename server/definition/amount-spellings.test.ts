import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../test/harness/assert-each.ts"
import { faultSentence } from "./faults/fault-sentences.ts"
import type { Parsed } from "./faults/faults.ts"
import { type AmountBounds, parseMoney, parseNumber, parsePercentage, typedNumber } from "./values/amounts.ts"

/** `?` and both candidates for a question, or the fault's code, without what all codes of a kind begin with. */
function verdict(parsed: Parsed<string>): string {
  if (parsed.kind === "value") return parsed.value
  if (parsed.kind !== "fault") return parsed.kind
  const { code, candidates } = parsed.fault
  return candidates ? `? ${candidates.join(" ")}` : code.replace(/^(money|number)_/, "")
}

type Rows = Readonly<Record<string, string>>
type Read = (typed: string, bounds?: AmountBounds & { whole?: boolean }) => Parsed<string>

function check(read: Read, bounds: Parameters<Read>[1], rows: Rows): void {
  const wrong = Object.entries(rows).filter(([typed, right]) => verdict(read(typed, bounds)) !== right)
  assertEach(wrong, ([typed, right]) => [typed, right, verdict(read(typed, bounds))], [])
}

const moneyInBoth: Rows = {
  "1250": "1250.00",
  "1,250": "1250.00",
  "1,250.5": "1250.50",
  "1,250.50": "1250.50",
  "1250.5": "1250.50",
  "1.250,50": "1250.50",
  "1.250,5": "1250.50",
  "1,250,000": "1250000.00",
  "1.250.000": "1250000.00",
  "1.250.000,75": "1250000.75",
  "1 250": "1250.00",
  "1\u00a0250": "1250.00",
  "1\u202f250,50": "1250.50",
  "1'250": "1250.00",
  "1’250.50": "1250.50",
  "1'250,50": "1250.50",
  "1 250 000": "1250000.00",
  "1250.": "1250.00",
  "1,250.": "1250.00",
  ".5": "0.50",
  "0.5": "0.50",
  "0,5": "0.50",
  ",5": "0.50",
  "5.": "5.00",
  "007": "7.00",
  "1.250": "? 1250 1.25",
  "1.000": "? 1000 1.00",
  "12.345": "? 12345 12.35",
  "$1.250": "? 1250 1.25",
  "1234.567": "has_fraction_of_cent",
  "1,234.567": "has_fraction_of_cent",
  "0.123": "has_fraction_of_cent",
  "1,00,000": "unreadable",
  "12,34,567": "unreadable",
  "1.234,567": "unreadable",
  "1,234 567": "unreadable",
  "1.2.3": "unreadable",
  "12 50": "unreadable",
  "1,,250": "unreadable",
  "0,123,456": "unreadable",
  "(1,234.00)": "-1234.00",
  "($1,234.00)": "-1234.00",
  "$(1,234.00)": "-1234.00",
  "(1234 USD)": "-1234.00",
  "1234-": "-1234.00",
  "$1,234-": "-1234.00",
  "-$5": "-5.00",
  "$-5": "-5.00",
  "$ - 5": "-5.00",
  "−5": "-5.00",
  "–5": "-5.00",
  "+5": "5.00",
  "(-5)": "unreadable",
  "-5-": "unreadable",
  "--5": "unreadable",
  "()": "unreadable",
  "(0)": "0.00",
  $: "unreadable",
  "-": "unreadable",
  "$1,250": "1250.00",
  "1,250$": "1250.00",
  "1,250 $": "1250.00",
  "US$ 1,250": "1250.00",
  "U.S.": "unreadable",
  "USD 1250": "1250.00",
  usd$1250: "1250.00",
  "1250 USD": "1250.00",
  "1250 dollars": "1250.00",
  "1250 dólares": "1250.00",
  "1250 US dollars": "1250.00",
  "1250 bucks": "1250.00",
  "500k": "500000.00",
  $500K: "500000.00",
  "500 k": "500000.00",
  "1.5k": "1500.00",
  "12.5K": "12500.00",
  "1.5 million": "1500000.00",
  "1,5 millones": "1500000.00",
  "1.5 millón": "1500000.00",
  "2 MM": "2000000.00",
  "1.5mio": "1500000.00",
  "2 mil millones": "2000000000.00",
  "1.500k": "? 1500000 1500",
  "1.5 million dollars": "1500000.00",
  "~300,000": "300000.00",
  "about 300,000": "300000.00",
  "aprox. 300,000": "300000.00",
  "unos 300,000": "300000.00",
  "around $2,500": "2500.00",
  "más o menos 500": "500.00",
  "ca. 500": "500.00",
  "300000?": "unreadable",
  "€500": "other_currency",
  "500 €": "other_currency",
  "500 EUR": "other_currency",
  "£1,250": "other_currency",
  C$500: "other_currency",
  "500 CAD": "other_currency",
  "$500 MXN": "other_currency",
  "500 pesos": "other_currency",
  "R$ 500": "other_currency",
  "¥5000": "other_currency",
  "₹1,00,000": "other_currency",
  "CHF 500": "other_currency",
  "300-350k": "amount_is_range",
  "300k to 350k": "amount_is_range",
  "300,000 - 350,000": "amount_is_range",
  "$300–$350": "amount_is_range",
  "300 a 350": "amount_is_range",
  "1e6": "unreadable",
  "0x10": "unreadable",
  "1/2": "unreadable",
  "2½": "unreadable",
  "5²": "unreadable",
  "①": "unreadable",
  "50%": "unreadable",
  k: "unreadable",
  million: "unreadable",
  "1.5 million million": "unreadable",
  "n/a": "unreadable",
  none: "unreadable",
  NaN: "unreadable",
  Infinity: "unreadable",
  "１２５０": "1250.00",
  "１，２５０．５０": "1250.50",
  "＄１２５０": "1250.00",
  "١٢٥٠": "1250.00",
  "١٬٢٥٠٫٥٠": "1250.50",
  "۱۲۵۰": "1250.00",
  "१२५०": "1250.00",
  "১২৫০": "1250.00",
  "๑๒๕๐": "1250.00",
  "𝟏𝟐𝟓𝟎": "1250.00",
  "\u200e1,250\u200f": "1250.00",
  "1\u200b250": "1250.00",
  "\ufeff$1,250": "1250.00",
  "1,250\u00ad": "1250.00",
  "1\n250": "unreadable",
  " 1 234.50 ": "1234.50",
  "9007199254740993.01": "9007199254740993.01",
  "12345678901234567": "too_large",
  "0.0005 million": "500.00",
  "-1.234,5": "-1234.50",
  "-0": "0.00",
  "about many": "unreadable",
  ".": "unreadable",
  "": "empty",
  " \u200b": "empty",
}

test("money is read as it is meant, in English", () => {
  check(
    parseMoney,
    { notation: "en" },
    {
      ...moneyInBoth,
      "2.5 mil": "? 2500000 2500",
      "$2 mil": "? 2000000 2000",
      "1,5 mil": "? 1500000 1500",
      "2.5mil": "? 2500000 2500",
      "300 mil": "? 300000000 300000",
      "2 mill": "? 2000000 2000",
      "-2 mil": "? -2000000 -2000",
      mil: "unreadable",
      "1.5m": "1500000.00",
      $2M: "2000000.00",
      "250M": "? 250000000 250000",
      "1.125 million": "1125000.00",
      "1,250 million": "1250000000.00",
      "1.2 billion": "1200000000.00",
      "20 grand": "20000.00",
      "1,2345": "unreadable",
      "1,5": "unreadable",
      "1,25": "unreadable",
      "1,50": "unreadable",
      twenty: "20.00",
      Twenty: "20.00",
      "about five": "5.00",
      "five dollars": "5.00",
      "two million": "2000000.00",
      "a million": "1000000.00",
      "fifty thousand": "50000.00",
      zero: "0.00",
      veinte: "unreadable",
      once: "unreadable",
      "five hundred": "500.00",
      "one or two": "unreadable",
    },
  )
})

test("money is read as it is meant, in Spanish", () => {
  check(
    parseMoney,
    { notation: "es" },
    {
      ...moneyInBoth,
      "2.5 mil": "2500.00",
      "$2 mil": "2000.00",
      "1,5 mil": "1500.00",
      "300 mil": "300000.00",
      "unos 300 mil": "300000.00",
      mil: "1000.00",
      "mil dólares": "1000.00",
      "dos mil": "2000.00",
      "2 mill": "? 2000000 2000",
      "1.5m": "? 1500000 1500",
      "1.250 millones": "? 1250000000 1250000",
      "1,250 millones": "? 1250000000 1250000",
      "1.125 million": "? 1125000000 1125000",
      "1,5": "1.50",
      "1,25": "1.25",
      "1250,5": "1250.50",
      "1,5 millones de dólares": "1500000.00",
      "un millón": "1000000.00",
      veinte: "20.00",
      dieciséis: "16.00",
      "cincuenta mil": "50000.00",
      once: "11.00",
      cero: "0.00",
      twenty: "unreadable",
      "300 hasta 350": "amount_is_range",
    },
  )
})

test("a number is read as it is meant, in English", () => {
  check(
    parseNumber,
    { notation: "en" },
    {
      "3": "3",
      "1250": "1250",
      "1,250": "1250",
      "1.25": "1.25",
      "1.2500": "1.25",
      "1.250": "? 1250 1.250",
      "1.000": "? 1000 1.000",
      "0.250": "0.25",
      ".250": "0.25",
      "1234.567": "1234.567",
      "1,234.567": "1234.567",
      "1,25": "unreadable",
      "1.250,5": "1250.5",
      "1'250": "1250",
      "1 250": "1250",
      "1.250.000": "1250000",
      "1,00,000": "unreadable",
      "5.": "5",
      "-5": "-5",
      "(5)": "-5",
      "-0": "0",
      "-0.0": "0",
      two: "2",
      Twelve: "12",
      twenty: "20",
      forty: "40",
      "twenty-one": "21",
      dos: "unreadable",
      "about 25": "25",
      "2k": "2000",
      "1-2": "amount_is_range",
      "2 or 3": "amount_is_range",
      "3 children": "unreadable",
      "2½": "unreadable",
      "３": "3",
      "٣": "3",
      "3\u200b": "3",
      $5: "unreadable",
      "5%": "unreadable",
      none: "unreadable",
      "100": "100",
      "10.50": "10.5",
    },
  )
  check(
    parseNumber,
    { notation: "en", whole: true },
    {
      "1.000": "? 1000 1.000",
      "1,000": "1000",
      "2.0": "2",
      "2.5": "not_whole",
      three: "3",
      "1.0000": "1",
    },
  )
})

test("a number is read as it is meant, in Spanish", () => {
  check(
    parseNumber,
    { notation: "es" },
    {
      "1250": "1250",
      "1,250": "? 1250 1.250",
      "1.250": "? 1250 1.250",
      "1,25": "1.25",
      "1,5": "1.5",
      "0,250": "0.25",
      "1,2500": "1.25",
      "1.250,5": "1250.5",
      "1.250.000": "1250000",
      "1,250,000": "1250000",
      dos: "2",
      uno: "1",
      una: "1",
      once: "11",
      dieciséis: "16",
      treinta: "30",
      two: "unreadable",
      "2 o 3": "amount_is_range",
    },
  )
  check(
    parseNumber,
    { notation: "es", whole: true },
    { "1.000": "1000", "12.500": "12500", "1,000": "1000", tres: "3", "2,5": "not_whole" },
  )
})

test("a percentage is read as it is meant, in both languages", () => {
  for (const language of ["en", "es"] as const)
    check(
      parsePercentage,
      { notation: language },
      {
        "12.5": "12.5",
        "12,5": "12.5",
        "12.5%": "12.5",
        "12.5 %": "12.5",
        "25 percent": "25",
        "25 per cent": "25",
        "25 por ciento": "25",
        "25 pct": "25",
        "33.333": "33.333",
        "33,333": "33.333",
        "1.250": "1.25",
        "100": "100",
        "100.00": "100",
        "101": "too_large",
        "-1": "too_small",
        "２５％": "25",
        "٢٥٪": "25",
        "%": "unreadable",
        "1/3": "33.33",
        "33 1/3": "33.33",
        "½": "50",
        "66⅔ %": "66.67",
        "60/40": "unreadable",
        "4/3": "too_large",
        "1/0": "unreadable",
        "20-30%": "amount_is_range",
        "5‰": "unreadable",
        "50%%": "unreadable",
        "": "empty",
      },
    )
  check(parsePercentage, { notation: "en", max: "10000" }, { "1.250": "? 1250 1.250", "1,250": "1250" })
  check(parsePercentage, { notation: "en" }, { "ten percent": "10" })
})

test("either candidate that a question offers is taken, in each language", () => {
  for (const language of ["en", "es"] as const)
    for (const [read, typed] of [
      [parseMoney, "1.250"],
      [parseMoney, "2 mill"],
      [parseMoney, "-1.250"],
      [parseNumber, "1.250"],
      [parseNumber, "12.000"],
    ] as const) {
      const parsed = read(typed, { notation: language })
      assert.equal(parsed.kind, "fault")
      if (parsed.kind !== "fault") continue
      const sentence = faultSentence(parsed.fault, "X", language)
      const [, first = "", second = ""] = /(?:mean|ser) (\S+) or? (\S+)\. /.exec(sentence) ?? []
      assert.ok(first !== second, sentence)
      for (const offered of [first, second])
        assert.equal(read(offered, { notation: language }).kind, "value", sentence)
    }
})

test("a sentence's example is one that the field takes", () => {
  const example = (bounds: Parameters<Read>[1], read: Read = parseNumber) => {
    const parsed = read("xyz", bounds)
    return parsed.kind === "fault" ? parsed.fault.example : undefined
  }
  assert.equal(example({ whole: true, min: "0", max: "20" }), "3")
  assert.equal(example({ whole: true, min: "18", max: "120" }), "25")
  assert.equal(example({ whole: true, min: "1900", max: "2100" }), "1900")
  assert.equal(example({}), "12.5")
  assert.equal(example({ max: "1" }), "0.5")
  assert.equal(example({ min: "0" }, parseMoney), "1250")
  assert.equal(example({ max: "-5" }, parseMoney), "-5")
  assert.equal(example({}, parsePercentage), "12.5")
  const parsed = parseNumber("many", { whole: true, min: "0" })
  if (parsed.kind !== "fault") throw new Error("Read.")
  assert.equal(
    faultSentence(parsed.fault, "Children", "en"),
    "“Children” must be a number in digits, for example 3.",
  )
})

test("a stored amount is read in stored form", () => {
  assert.equal(verdict(parseNumber("1.125", { notation: "stored" })), "1.125")
  assert.equal(verdict(parseMoney("1234.50", { notation: "stored" })), "1234.50")
})

test("a stored number is shown so that it is read as the same number", () => {
  for (const language of ["en", "es"] as const)
    for (const value of [
      "1.125",
      "12.500",
      "-3.125",
      "0.125",
      "1250",
      "1234.567",
      "1.25",
      "100",
      "999.999",
    ]) {
      const parsed = parseNumber(typedNumber(value), { notation: language })
      assert.equal(verdict(parsed), value.includes(".") ? value.replace(/0+$/, "") : value)
    }
})
