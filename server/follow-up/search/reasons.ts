// Why a found name may be the one searched for; staff see the reason in a conflict check. Pure.

import { isSameName, wordsOfName } from "../../intake/contacts/similar.ts"

export const reasons = ["same", "reordered", "detail", "contained", "nearly", "alike"] as const
export type Reason = (typeof reasons)[number]

/** Why `found` resembles `name`; undefined for names that only share some letters. */
export function reasonOf(name: string, found: string): Reason | undefined {
  const [wanted, theirs] = [wordsOf(name), wordsOf(found)]
  if (wanted.length === 0 || theirs.length === 0) return undefined
  if (wanted.join(" ") === theirs.join(" ")) return "same"
  if (wanted.toSorted().join(" ") === theirs.toSorted().join(" ")) return "reordered"
  const [shorter, longer] = wanted.length <= theirs.length ? [wanted, theirs] : [theirs, wanted]
  if (shorter.every((word) => longer.includes(word))) return "contained"
  if (isSameName(wanted, theirs) || isSameName(wanted, theirs.toReversed())) return "nearly"
  const is_alike = isSpelledBy(wanted, theirs) || isSpelledBy(theirs, wanted)
  return is_alike || likeness(wanted, theirs) >= least_likeness ? "alike" : undefined
}

/** Whether two emails or two phones are the same; a phone may lack its country code. */
export function isSameDetail(wanted: string, theirs: string): boolean {
  if (theirs.includes("@")) return wanted.trim().toLowerCase() === theirs.trim().toLowerCase()
  const [one, other] = [wanted, theirs].map((phone) => phone.replace(/\D/g, "").replace(/^0+/, ""))
  return (
    !/\p{L}/u.test(wanted) &&
    one !== undefined &&
    other !== undefined &&
    one.length >= 7 &&
    (one.endsWith(other) || other.endsWith(one))
  )
}

/** Whether neighboring words spell the name without its spaces, as in "Ana de la Cruz" and "Delacruz". */
function isSpelledBy(words: readonly string[], name: readonly string[]): boolean {
  const joined = name.join("")
  return words.some((_, from) => words.some((_, to) => words.slice(from, to + 1).join("") === joined))
}

/** Deliberately low: staff should see Katherine when they search for Kathryn, and can dismiss false matches. */
const least_likeness = 0.4

/** As in the search's index, a dot parts no words: firms write "A.B.C. Holdings" and "ABC Holdings". */
function wordsOf(name: string): string[] {
  return wordsOfName(name.replaceAll(".", ""))
}

/** The similarity of two names, 0 to 1: the share of common letter pairs (Sørensen–Dice) of the worst-matching word. */
function likeness(wanted: readonly string[], theirs: readonly string[]): number {
  const nearest = wanted.map((word) => Math.max(...theirs.map((other) => dice(word, other))))
  return Math.min(...nearest)
}

function dice(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)]
  const shared = [...a].filter((pair) => b.has(pair)).length
  return (2 * shared) / (a.size + b.size)
}

function pairsOf(word: string): Set<string> {
  const padded = ` ${word} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2)))
}
