import { type FaultCode, faulty, type Parsed } from "../faults/faults.ts"
import type { Language } from "../text.ts"
import { compareDecimals, isDecimal } from "./decimals.ts"
import { type Fraction, plainFraction, readFraction, rounded } from "./fractions.ts"
import { type AmountStyle, isRange, plainAmount, readAmount } from "./typed-amounts.ts"
import { isVisible } from "./typed-text.ts"

/** Parses and formats numbers and money. Both are stored as exact decimal strings; money has two decimal places. */

export interface AmountBounds {
  min?: string
  max?: string
  notation?: Notation
}

/** The language of the page on which an amount was typed; `stored` for one in stored form, whose point is decimal. */
export type Notation = Language | "stored"

/** The limit of the column type numeric(18, 2). */
const maxDollarDigits = 16
const maxNumberDigits = 30

/** Parses `$1,234.5`, `1.234,50`, `USD 1234`, `about 500k`. Rejects a third decimal place rather than rounding. */
export function parseMoney(typed: string | undefined, bounds: AmountBounds = {}): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  if (!isVisible(typed)) return { kind: "empty" }
  const text = plainAmount(typed)
  const amount = text?.replace(dollarsBefore, "$1").replace(dollarsAfter, "")
  const [value, other] = candidatesOf(amount ?? "", bounds, "money")
  const example = exampleWithin(["1250", "100", "10", "0"], bounds)
  if (other !== undefined && value !== undefined)
    return faulty("money_ambiguous", { candidates: [value, roundedToCent(other)] })
  if (value === undefined) return faulty(moneyFault(text ?? "", amount ?? ""), { example })
  const [whole = "", fraction = ""] = value.split(".")
  if (fraction.length > 2) return faulty("money_has_fraction_of_cent")
  if (whole.replace("-", "").length > maxDollarDigits)
    return faulty("money_too_large", { limit: `${"9".repeat(maxDollarDigits)}.99` })
  return withinBounds(`${whole}.${fraction.padEnd(2, "0")}`, bounds, "money")
}

const dollarsBefore = /^([-+(]{0,2} ?)(?:us ?\$|u\$s|\$us|usd ?\$?|\$) ?/
const dollarsAfter = / ?(?:us ?\$|usd|\$|(?:de )?(?:us )?(?:dollars?|dolar(?:es)?|bucks))(?=\)?$)/

function moneyFault(text: string, amount: string): FaultCode {
  if (otherCurrency.test(text) && /\d/.test(text)) return "money_other_currency"
  return isRange(amount) ? "amount_is_range" : "money_unreadable"
}

const otherCurrency =
  /(?![$¢])\p{Sc}|(?<![a-z])(?:eur|euros?|gbp|pounds?|libras?|mxn|pesos?|cad|aud|chf|francs?|francos?|yen|jpy|cny|yuan|inr|rupees?|rupias|brl|reais)(?![a-z])|[acr]a?\$|(?:mx|au|nz|hk|s)\$/u

/** To the nearest cent. */
function roundedToCent(value: string): string {
  const [, sign = "", whole = "", thousandths] = /^(-?)(\d+)\.(\d{3})/.exec(value) ?? []
  if (thousandths === undefined) return value
  const cents = (BigInt(whole + thousandths) + 5n) / 10n
  return `${sign}${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`
}

/** `50.00` as `50`, `0.50` as `0.5`. */
export function withoutZeros(value: string): string {
  return value.includes(".") ? value.replace(/\.?(?<!0)0+$/, "") : value
}

/** Parses `1,234.5`, `+3`, `−5`, `three`. Preserves every significant digit. */
export function parseNumber(
  typed: string | undefined,
  bounds: AmountBounds & { whole?: boolean } = {},
): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  if (!isVisible(typed)) return { kind: "empty" }
  return readNumber(plainAmount(typed) ?? "", bounds, "number")
}

function readNumber(
  text: string,
  bounds: AmountBounds & { whole?: boolean },
  kind: "number" | "share",
): Parsed<string> {
  const { whole } = bounds
  const example = exampleWithin(whole ? ["3", "25", "1250", "0"] : ["12.5", "0.5", "1250", "0"], bounds)
  const [read, other] = candidatesOf(text, bounds, kind)
  if (read === undefined) return faulty(isRange(text) ? "amount_is_range" : "number_unreadable", { example })
  if (other !== undefined) return faulty("number_ambiguous", { candidates: [read, other] })
  const value = withoutZeros(read)
  if (whole && value.includes(".")) return faulty("number_not_whole", { example })
  if (value.replace(/\D/g, "").length > maxNumberDigits) return faulty("number_too_long")
  return withinBounds(value === "-0" ? "0" : value, bounds, "number")
}

/** Parses `12.5`, `12.5 %`, `12.5 percent`. Bounds default to 0 and 100. */
export function parsePercentage(typed: string | undefined, bounds: AmountBounds = {}): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  if (!isVisible(typed)) return { kind: "empty" }
  const { min = "0", max = "100" } = bounds
  const fraction = readFraction(plainFraction(typed) ?? "")
  const text = fraction ? inPercent(fraction) : (plainAmount(typed) ?? "").replace(percentMark, "")
  return readNumber(text, { ...bounds, min, max }, isBelow("100", max) ? "number" : "share")
}

/** To two decimals, as shares are. */
function inPercent(fraction: Fraction): string {
  return String(Number(rounded(fraction)) / 100)
}

const percentMark = / ?(?:%|percent|per cent|pct|por ?ciento)$/

function candidatesOf(
  text: string,
  { notation = "en", whole }: AmountBounds & { whole?: boolean },
  kind: AmountStyle["kind"],
): string[] {
  if (notation !== "stored") return readAmount(text, { language: notation, kind, whole })
  return isDecimal(text) ? [text] : readAmount(text, { language: "en", kind, whole })
}

/** What a sentence shows as an example: the first that the bounds allow, or else a bound. */
function exampleWithin(examples: readonly string[], { min, max }: AmountBounds): string {
  const fitting = examples.find((example) => !isBelow(example, min) && !isBelow(max, example))
  return fitting ?? min ?? max ?? "0"
}

function withinBounds(value: string, { min, max }: AmountBounds, kind: "money" | "number"): Parsed<string> {
  if (isBelow(value, min)) return faulty(`${kind}_too_small`, { limit: min })
  if (isBelow(max, value)) return faulty(`${kind}_too_large`, { limit: max })
  return { kind: "value", value }
}

function isBelow(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && (compareDecimals(a, b) ?? 0) < 0
}

// Intl formats decimal strings of any length exactly.
const money = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 100,
})
const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 100 })

/** `$1,234.50`, `-$3.00`; returns anything but a decimal unchanged. */
export function displayMoney(value: string): string {
  return isDecimal(value) ? money.format(value) : value
}

/**
 * A number as a form's control shows it, so that it is read as the same number again: `1.250` could be a thousand, so a
 * number with three decimals gets a fourth.
 */
export function typedNumber(value: string): string {
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(value) ? `${value}0` : value
}

/** `1,234.5`; returns anything but a decimal unchanged. */
export function displayNumber(value: string): string {
  return isDecimal(value) ? numbers.format(value) : value
}
