/**
 * How people write amounts: `1,250.50`, `1.250,50`, `(1,250)`, `1.5 million`, `twenty`. A text that can be read in more
 * than one way keeps its candidates, because a wrong guess would be wrong by a thousand.
 */

import { ownValue } from "../own-value.ts"
import type { Language } from "../text.ts"
import { addDecimals, compareDecimals } from "./decimals.ts"
import { withAsciiDigits } from "./digits.ts"
import { spelledNumbers } from "./spelled-numbers.ts"
import { compact, normalized, trimmed } from "./typed-text.ts"

export interface AmountStyle {
  language: Language
  /** A share is at most 100, so neither a point nor a comma can group its thousands. */
  kind: "money" | "number" | "share"
  whole?: boolean | undefined
}

/** More characters than any amount has. */
const max_length = 100

/** The text with ASCII digits and marks, without accents, case and words for "approximately"; undefined if it has none. */
export function plainAmount(typed: string): string | undefined {
  // Compatibility forms would make `2½` 21⁄2, and `5²` 52.
  if (typed.length > 4 * max_length || /\p{No}/u.test(typed)) return undefined
  // Two cells or lines pasted into one field are two amounts.
  if (/[\n\r\t]/.test(trimmed(typed))) return undefined
  const text = withAsciiDigits(compact(typed))
  if (text.length > max_length) return undefined
  return (
    normalized(text, "NFD")
      // Only from letters: in 3̶0̶0̶ they strike digits out, and in 33.3̅ they repeat one.
      .replace(/([a-z])[\u0300-\u036f]+/gi, "$1")
      .replace(/[−–‐‑]/g, "-")
      .replaceAll("٬", ",")
      .replaceAll("٫", ".")
      .replaceAll("٪", "%")
      .toLowerCase()
      .replace(about, "")
      .trim()
  )
}

const about =
  /^(?:(?:about|around|roughly|approximately|approx|circa|ca|unos|unas|cerca de|alrededor de|aproximadamente|aprox|mas o menos)(?![a-z])\.?|[~≈])\s*/

/** Exact decimals: one if the text has one candidate, two (the larger one first) if it has more, none if it has none. */
export function readAmount(text: string, style: AmountStyle): string[] {
  const signed = withoutSign(text)
  if (!signed) return []
  const values = signedCandidates(signed, style)
  const [first, ...others] = values
  return first === undefined ? [] : [first, ...others.slice(-1)]
}

function signedCandidates(
  { rest, is_negative }: { rest: string; is_negative: boolean },
  style: AmountStyle,
): string[] {
  const { digits, zeros } = withoutScale(rest, style.language)
  const candidates = zeros.flatMap((each) =>
    unsignedCandidates(digits, each, style).map((candidate) => shifted(candidate, each)),
  )
  const found = candidates.length > 0 ? candidates : spelledNumbers(rest, style.language)
  return found
    .map((value) => (is_negative && /[1-9]/.test(value) ? `-${value}` : value))
    .toSorted((a, b) => compareDecimals(b.replace("-", ""), a.replace("-", "")) ?? 0)
    .filter((value, index, all) => index === 0 || compareDecimals(value, all[index - 1] ?? "") !== 0)
}

/** Accountants write negative amounts in parentheses, or with the sign at the end. */
function withoutSign(text: string): { rest: string; is_negative: boolean } | undefined {
  const inParentheses = /^\(([^()]*)\)$/.exec(text)
  const rest = (inParentheses?.[1] ?? text).trim()
  const signs = [inParentheses && "(", /^[-+]/.exec(rest)?.[0], /\d-$/.test(rest) && "-"].filter(Boolean)
  if (signs.length > 1) return undefined
  return { rest: rest.replace(/^[-+] ?|-$/g, ""), is_negative: signs.length === 1 && signs[0] !== "+" }
}

/** `m` and `mil` mean a thousand to some people and a million to others; in Spanish, `mil` is a thousand. */
const scales: Record<Language, Readonly<Record<string, readonly number[]>>> = {
  en: { mil: [6, 3], mils: [6, 3], mill: [6, 3], mills: [6, 3], m: [6], grand: [3], billion: [9], bn: [9] },
  es: { mil: [3], mill: [6, 3], m: [6, 3] },
}
const scalesInBoth: Readonly<Record<string, readonly number[]>> = {
  ...{ k: [3], thousand: [3], "mil millones": [9] },
  ...{ mm: [6], mio: [6], mln: [6], million: [6], millions: [6], millon: [6], millones: [6] },
}

function withoutScale(text: string, language: Language): { digits: string; zeros: readonly number[] } {
  const [word = ""] = /(?<![a-z])(?:mil )?[a-z]+$/.exec(text) ?? []
  const before = text.slice(0, text.length - word.length)
  const zeros = ownValue(scales[language], word) ?? ownValue(scalesInBoth, word)
  if (!zeros) return { digits: text, zeros: [0] }
  const digits = before.trim().replace(/^(?:an?|un)$/, "1")
  if (digits === "" && word === "mil" && language === "es") return { digits: "1", zeros }
  // A few millions are written 1.5m, but accountants write 250M for a quarter of a million.
  return { digits, zeros: word === "m" && /^\d{3}/.test(digits) ? [6, 3] : zeros }
}

function unsignedCandidates(text: string, zeros: number, style: AmountStyle): string[] {
  // Without a scale, words are read with everything around them.
  const [spelled] = zeros === 0 || text.includes(" ") ? [] : spelledNumbers(text, style.language)
  return spelled === undefined ? digitCandidates(text.replace(/(\d)[.,]$/, "$1"), zeros, style) : [spelled]
}

/** Two candidates if the only mark may group thousands or begin the decimals. */
function digitCandidates(text: string, zeros: number, style: AmountStyle): string[] {
  const once = /^(\d*)(?:([.,])(\d+))?$/.exec(text)
  if (!once) return groupedCandidate(text)
  const [, whole = "", mark, fraction = ""] = once
  if (text === "" || !mark) return text === "" ? [] : [whole]
  const decimal = `${whole || "0"}.${fraction}`
  const mayGroup = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  if (style.kind === "share" && zeros === 0) {
    // No one writes 1,000 for one, and a thousand is no share.
    const isThousands = mayGroup && fraction === "000" && (mark === "," || style.language === "es")
    return isThousands ? [] : [decimal]
  }
  if (!mayGroup) return mark === "." || mayBeComma(whole, zeros, style) ? [decimal] : []
  const grouped = whole + fraction
  // English writes 1.125 million, and 1,250 for a thousand; no amount of money has a third decimal.
  if (mark === "." && style.language === "en" && zeros >= 6) return [decimal]
  if (mark === "," && (style.language === "en" || (zeros === 0 && (style.whole || style.kind === "money"))))
    return [grouped]
  // Of a whole number, only the thousands fit; in English, a point can still stand before nothing but zeros.
  if (style.whole && zeros === 0 && (fraction !== "000" || style.language === "es")) return [grouped]
  return [grouped, decimal]
}

/** Whether a comma with other than three digits behind it begins the decimals; in English, a digit may be missing. */
function mayBeComma(whole: string, zeros: number, { language }: AmountStyle): boolean {
  return language !== "en" || zeros > 0 || whole === "" || /^0+$/.test(whole)
}

/** `1.250.000`, `1 250,50`: groups of three digits with one mark, and the decimals after another. */
function groupedCandidate(text: string): string[] {
  const parts = /^([1-9]\d{0,2}(?:([., '’])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/.exec(text)
  const [, groups = "", mark, point, fraction = ""] = parts ?? []
  if (!parts || mark === point) return []
  // 1.250,500 may be a mistyped 1,250,500.
  if (point === "," && fraction.length > 2) return []
  return [`${groups.replace(/\D/g, "")}${point ? `.${fraction}` : ""}`]
}

/** Times a power of ten. */
function shifted(value: string, zeros: number): string {
  const [whole = "", fraction = ""] = value.split(".")
  const digits = whole + fraction.slice(0, zeros).padEnd(zeros, "0")
  const rest = fraction.slice(zeros)
  return addDecimals("0", rest === "" ? digits : `${digits}.${rest}`)
}

/** Whether the text is two amounts, such as `300-350k`. */
export function isRange(text: string): boolean {
  return /\d ?[a-z$]* ?(?:-|to|a|y|o|or|and|hasta) ?\$? ?\d/.test(text)
}
