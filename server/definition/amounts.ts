import { compareDecimals, isDecimal } from "./decimals.ts"
import { faulty, type Parsed } from "./faults.ts"

/** Parses and formats numbers and money. Both are stored as exact decimal strings; money has two decimal places. */

export interface AmountBounds {
  min?: string
  max?: string
}

/** The limit of the column type numeric(18, 2). */
const maxDollarDigits = 16
const maxNumberDigits = 30

/** Parses `$1,234.5`, `1.234,50`, `USD 1234`, `about 500k`. Rejects a third decimal place rather than rounding. */
export function parseMoney(typed: string | undefined, bounds: AmountBounds = {}): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  const text = plain(typed)
    .replace(about, "")
    .replace(/^(-?)(us\$|usd|\$)\s*/i, "$1")
    .replace(/\s*(usd|(de )?(dollars?|d[oó]lares|d[oó]lar))$/i, "")
  if (text === "") return typed.trim() === "" ? { kind: "empty" } : faulty("money_unreadable")
  const amount = decimalOf(text)
  if (!amount) return faulty("money_unreadable")
  if (amount.fraction.length > 2) return faulty("money_has_fraction_of_cent")
  if (amount.whole.length > maxDollarDigits)
    return faulty("money_too_large", { limit: `${"9".repeat(maxDollarDigits)}.99` })
  const digits = `${amount.whole}.${amount.fraction.padEnd(2, "0")}`
  const value = (/[1-9]/.test(digits) ? amount.sign : "") + digits
  if (isBelow(value, bounds.min)) return faulty("money_too_small", { limit: bounds.min })
  if (isBelow(bounds.max, value)) return faulty("money_too_large", { limit: bounds.max })
  return { kind: "value", value }
}

/** Parses `1,234.5`, `+3`, `−5`. Preserves every significant digit. */
export function parseNumber(
  typed: string | undefined,
  bounds: AmountBounds & { whole?: boolean } = {},
): Parsed<string> {
  if (typed === undefined) return { kind: "absent" }
  const text = plain(typed).replace(about, "")
  if (text === "") return typed.trim() === "" ? { kind: "empty" } : faulty("number_unreadable")
  const number = digitsOf(text)
  if (!number) return faulty("number_unreadable")
  const fraction = number.fraction.replace(/0+$/, "")
  if (bounds.whole && fraction !== "") return faulty("number_not_whole")
  if (number.whole.length + fraction.length > maxNumberDigits) return faulty("number_too_long")
  const digits = fraction === "" ? number.whole : `${number.whole}.${fraction}`
  const value = (/[1-9]/.test(digits) ? number.sign : "") + digits
  if (isBelow(value, bounds.min)) return faulty("number_too_small", { limit: bounds.min })
  if (isBelow(bounds.max, value)) return faulty("number_too_large", { limit: bounds.max })
  return { kind: "value", value }
}

/** Parses `12.5`, `12.5 %`, `12.5 percent`. Bounds default to 0 and 100. */
export function parsePercentage(typed: string, bounds: AmountBounds = {}): Parsed<string> {
  const text = plain(typed).replace(/\s*(%|percent|por ciento)$/i, "")
  if (text === "" && typed.trim() !== "") return faulty("number_unreadable")
  return parseNumber(text, { min: bounds.min ?? "0", max: bounds.max ?? "100" })
}

function plain(text: string): string {
  return text.normalize("NFKC").replace(/[−–]/g, "-").trim()
}

/** Words for "approximately", which the parser drops. */
const about =
  /^(about|around|roughly|approximately|approx\.?|circa|ca\.?|~|≈|unos|unas|cerca de|alrededor de|aproximadamente|aprox\.?|más o menos)\s*/i

const scales: readonly [RegExp, zeros: number][] = [
  [/\s*(k|thousand|mil)$/i, 3],
  [/\s*(m|mm|mio|million|millions|mill[oó]n|millones)$/i, 6],
]

/** Digits with an optional scale word: `500k`, `1.5 million`. */
function decimalOf(text: string): Decimal | undefined {
  const [word, zeros = 0] = scales.find(([each]) => each.test(text)) ?? []
  const digits = digitsOf(word ? text.replace(word, "") : text)
  if (!digits || digits.fraction.length > zeros + 2) return zeros > 0 ? undefined : digits
  const moved = digits.whole + digits.fraction.slice(0, zeros).padEnd(zeros, "0")
  return { ...digits, whole: moved.replace(/^0+(?=\d)/, ""), fraction: digits.fraction.slice(zeros) }
}

interface Decimal {
  sign: string
  whole: string
  fraction: string
}

/** Accepts thousands separators only between groups of three digits: `1,50` is ambiguous, so we ask again. */
function digitsOf(typed: string): Decimal | undefined {
  // `1.234,50` and `1.234.567` are unambiguous.
  const isContinental = /^[-+]?\d{1,3}((\.\d{3})+,\d{1,2}|(\.\d{3}){2,})$/.test(typed)
  const text = isContinental ? typed.replaceAll(".", "").replace(",", ".") : typed
  const parts = /^([-+]?)(\d+|\d{1,3}(?:([,' ’])\d{3})(?:\3\d{3})*)?(?:\.(\d*))?$/.exec(text)
  if (!parts || !/\d/.test(text)) return undefined
  const whole = (parts[2] ?? "0").replace(/\D/g, "").replace(/^0+(?=\d)/, "")
  return { sign: parts[1] === "-" ? "-" : "", whole, fraction: parts[4] ?? "" }
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

/** `1,234.5`; returns anything but a decimal unchanged. */
export function displayNumber(value: string): string {
  return isDecimal(value) ? numbers.format(value) : value
}
