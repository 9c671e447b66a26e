/**
 * Shares of a whole, in percent with two decimals. They are read and divided as exact fractions, so a third is a third,
 * and what is stored adds up to exactly 100.
 */

import { ownValue } from "../own-value.ts"
import type { Language } from "../text.ts"
import { type Fraction, plainFraction, readFraction, rounded } from "./fractions.ts"
import { equalWords, wholeWords } from "./share-words.ts"
import { plainAmount, readAmount } from "./typed-amounts.ts"

const hundred_percent = 10_000

function parseFraction(typed: string, language: Language): Fraction | undefined {
  const text = plainFraction(typed)
  if (text === undefined || text === "") return undefined
  const written = readFraction(text)
  if (written !== undefined) return written ?? undefined
  const word = text
    .replace(/-/g, " ")
    .replace(/^(?:an?|the|una?|la|el) /, "")
    .replace(/ parte$/, "")
  const part = ownValue(wholeWords[language], word)
  if (part) return { over: 100n * BigInt(part[0]), under: BigInt(part[1]) }
  const percentage = text.replace(/ ?(?:%|percent|per cent|pct|por ?ciento)$/, "").replace(/^% ?/, "")
  const [decimal] = readAmount(percentage, { language, kind: "share" })
  if (decimal === undefined || decimal.startsWith("-")) return undefined
  const [units = "", fraction = ""] = decimal.split(".")
  return { over: BigInt(units + fraction), under: 10n ** BigInt(fraction.length), decimals: fraction.length }
}

/** A share as it was typed, and as it is stored: undefined if it is blank or cannot be read. */
export interface ParsedShare {
  typed: string
  share: string | undefined
  is_blank: boolean
}

/**
 * Reads the shares of one level: `1/3`, `33 1/3`, `33,3 %`, `half`. All blank ones are split equally, and so are shares
 * that are an equal part but for rounding, such as 33.33 for each of three; a single blank one gets what is left.
 */
export function parseShares(typed: readonly string[], language: Language): ParsedShare[] {
  const blank = typed.map((each) => isBlankShare(each))
  const read = typed.map((each, index) => (blank[index] ? undefined : inRange(parseFraction(each, language))))
  const known = read.filter((each) => each !== undefined)
  const split = (shares: readonly (string | undefined)[]) =>
    typed.map((each, index) => ({ typed: each, share: shares[index], is_blank: blank[index] ?? false }))
  if (blank.every(Boolean)) return split(splitEqually(typed.length))
  if (known.length === typed.length) return split(roundedTogether(known))
  const shares = read.map((each) => each && rounded2(each))
  const rest =
    blank.filter(Boolean).length === 1 && known.length === typed.length - 1 ? restOf(shares) : undefined
  return split(shares.map((share, index) => share ?? (blank[index] ? rest : undefined)))
}

function isBlankShare(typed: string): boolean {
  const text = typed.length > 100 ? typed.trim() : (plainAmount(typed) ?? typed)
  return text === "" || equalWords.test(text)
}

function inRange(fraction: Fraction | undefined): Fraction | undefined {
  return fraction && fraction.over <= 100n * fraction.under ? fraction : undefined
}

/** Rounds shares so that those which come to 100 percent, exactly or but for their rounding, still do. */
function roundedTogether(shares: readonly Fraction[]): string[] {
  const parts = shares.map((share) => hundredths(rounded2(share)))
  if (comeTo100(shares)) return corrected(shares, parts).map(inPercent)
  if (shares.every((share) => isEqualPart(share, shares.length))) return splitEqually(shares.length)
  return parts.map(inPercent)
}

/** Moves the shares that rounding changed most by a hundredth until all come to 100 percent; first ones get more. */
function corrected(shares: readonly Fraction[], rounded: readonly number[]): number[] {
  const excess = rounded.reduce((sum, each) => sum + each, 0) - hundred_percent
  const step = Math.sign(excess)
  const moved = shares
    .map(({ over, under }, index) => ({
      index,
      change: step * ((rounded[index] ?? 0) - (100 * Number(over)) / Number(under)),
    }))
    .toSorted((a, b) =>
      Math.abs(a.change - b.change) < 1e-6 ? step * (b.index - a.index) : b.change - a.change,
    )
    .slice(0, Math.abs(excess))
    .map(({ index }) => index)
  return rounded.map((each, index) => each - (moved.includes(index) ? step : 0))
}

/** Whether the share is one of `count` equal parts, rounded or cut to the decimals that were typed. */
function isEqualPart({ over, under, decimals }: Fraction, count: number): boolean {
  const difference = over * BigInt(count) - 100n * under
  if (difference === 0n) return true
  if (!decimals) return false
  // |share - 100 / count| < 1 / 10^decimals
  return (difference < 0n ? -difference : difference) * 10n ** BigInt(decimals) < under * BigInt(count)
}

function comeTo100(shares: readonly Fraction[]): boolean {
  const under = shares.reduce((product, share) => product * share.under, 1n)
  return shares.reduce((sum, share) => sum + (share.over * under) / share.under, 0n) === 100n * under
}

/** Half a hundredth rounds up. */
function rounded2(fraction: Fraction): string {
  return inPercent(Number(rounded(fraction)))
}

/** 100 percent in `count` parts as equal as possible; the remainder goes to the first ones. */
function splitEqually(count: number): string[] {
  const part = Math.floor(hundred_percent / count)
  const left = hundred_percent - part * count
  return Array.from({ length: count }, (_, index) => inPercent(part + (index < left ? 1 : 0)))
}

/** What these shares leave of 100 percent; undefined if nothing. */
function restOf(shares: readonly (string | undefined)[]): string | undefined {
  const left = hundred_percent - shares.reduce((sum, share = "0") => sum + hundredths(share), 0)
  return left > 0 ? inPercent(left) : undefined
}

/** The sum of shares, in percent with two decimals. */
export function totalOf(shares: readonly string[]): string {
  return inPercent(shares.reduce((sum, share) => sum + hundredths(share), 0))
}

export const complete = inPercent(hundred_percent)

interface Share {
  level: "primary" | "contingent"
  share: string
}

/** Whether the shares of any level that has beneficiaries do not add up to 100 percent. */
export function hasIncompleteShares(beneficiaries: readonly Share[]): boolean {
  return (["primary", "contingent"] as const).some((level) => {
    const shares = beneficiaries.filter((each) => each.level === level).map(({ share }) => share)
    return shares.length > 0 && totalOf(shares) !== complete
  })
}

function hundredths(share: string): number {
  const [units = "0", fraction = ""] = share.split(".")
  return Number(units) * 100 + Number(fraction.padEnd(2, "0"))
}

function inPercent(value: number): string {
  return `${Math.floor(value / 100)}.${String(value % 100).padStart(2, "0")}`
}
