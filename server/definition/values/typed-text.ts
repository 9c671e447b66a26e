import { faulty, type Parsed } from "../faults/faults.ts"

/**
 * What people mean by the text they type, paste or send. Every reader of a value begins here, so that each form, the API
 * and the import keep the same text. All functions take time linear in the length of their input.
 */

/** Word's Shift-Enter is U+000B; other programs break lines with U+000C, U+0085, U+2028 and U+2029. */
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** After `lineBreak`. No keyboard types them, and neither XML nor PostgreSQL stores them all. */
const controlCharacter = /[^\P{Cc}\t\n]/gu

/** They rearrange the line around them: a name could hide what follows it. */
const directionOverride = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Embeddings and isolates that the line closes, the innermost of nested ones, and all others: what is not closed would
 * rearrange what follows, and an override hides what a text says.
 */
const unpaired =
  /([\u202a\u202b][^\n\u202a-\u202e\u2066-\u2069]*\u202c|[\u2066-\u2068][^\n\u202a-\u202e\u2066-\u2069]*\u2069)|[\u202a-\u202e\u2066-\u2069]/g

/** Marks that only order letters of both directions, and letters from right to left. */
const directionMark = /[\u200e\u200f\u061c]/g
const rightToLeft =
  /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * No person sees tag characters, but software and assistants read them: only the flags of England, Scotland and Wales need
 * them, the emoji that Unicode recommends (RGI). U+FEFF marks the start of files.
 */
const unseen =
  /(\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})|[\u{e0000}-\u{e007f}\ufeff]/gu
const endOfFlag = "\u{e007f}"

/** Format characters, and what looks like nothing although it is a letter, a mark or a symbol. */
const invisible = /[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\ufe0f/u
const invisibles = new RegExp(invisible.source, "gu")

/** Format characters that print: Arabic, Syriac and Kaithi signs. */
const printing = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u

const visible = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u

/** Without spaces, line breaks and invisible characters at the ends. */
export function trimmed(untrimmed: string): string {
  // A megabyte of blanks costs nothing here, and much below.
  const text = untrimmed.trim()
  let start = 0
  let end = text.length
  while (start < end && isBlank(charAt(text, start))) start += charAt(text, start).length
  while (start < end && isBlank(charBefore(text, end))) end -= charBefore(text, end).length
  return text.slice(start, end)
}

/** For text of several lines, each ended by `\n`. */
export function inLines(text: string): string {
  const seen = trimmed(text.replace(lineBreak, "\n").replace(controlCharacter, "").replace(unseen, "$1"))
  return trimmed(composed(seen.replace(unpaired, "$1")))
}

/** For text of one line, such as a name: each line break, with the spaces around it, becomes one space. */
export function inOneLine(text: string): string {
  const plain = inLines(text).replace(directionOverride, "").replaceAll("\t", " ")
  const lines = (rightToLeft.test(plain) ? plain : plain.replace(directionMark, "")).split("\n")
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ")
}

/**
 * For emails, phones, numbers and keys, in which each character counts: one line without any invisible character. Those
 * copied from web pages and phones often hold some. Text far longer than `max` stays long, so that refusing it costs
 * nothing.
 */
export function compact(typed: string, max = Number.POSITIVE_INFINITY): string {
  const text = trimmed(typed)
  return text.length > 8 * max ? text : inOneLine(withoutInvisibles(text))
}

export function withoutInvisibles(text: string): string {
  return text.replace(invisibles, "")
}

/**
 * In a normal form of Unicode, for text to compare, to draw or to name files. The text's own `normalize` sorts each run of
 * marks, in more than linear time, so nothing else calls it; no script has runs longer than 30 (UAX #15, Stream-Safe Text).
 */
export function normalized(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  return text.replace(/\p{M}+/gu, (run) => [...run].slice(0, 30).join("")).normalize(form)
}

/** Whether anything in the text can be seen. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/** Reads text of several lines, of at most `max` characters. */
export function parseText(typed: string, max: number): Parsed<string> {
  return parseShape(typed, max, inLines)
}

/** Reads one line of text, such as a name, of at most `max` characters. */
export function parseLine(typed: string, max: number): Parsed<string> {
  return parseShape(typed, max, inOneLine)
}

function parseShape(typed: string, max: number, shape: (text: string) => string): Parsed<string> {
  const text = trimmed(typed)
  if (!isVisible(text)) return { kind: "empty" }
  if (!text.isWellFormed()) return faulty("text_unreadable")
  const tooLong = faulty("text_too_long", { limit: String(max) })
  // Composing shortens: no letter has more than four parts of two units each.
  if (text.length > 8 * max) return tooLong
  const value = shape(text)
  return [...value].length > max ? tooLong : { kind: "value", value }
}

/**
 * In Unicode's composed form (NFC), but for the compatibility ideographs: it would replace the character of a Japanese
 * name by its common form. What is stored keeps every mark, so text with a run too long for `normalized` stays as it is.
 */
function composed(text: string): string {
  if (/\p{M}{31}/u.test(text)) return text
  return text.replace(/[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu, (part) => normalized(part, "NFC"))
}

function isBlank(character: string): boolean {
  const code = character.charCodeAt(0)
  if (code < 0x7f) return code <= 0x20
  if (character === endOfFlag) return false
  return /[\s\p{Cc}]/u.test(character) || (invisible.test(character) && !printing.test(character))
}

function charAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0)
}

function charBefore(text: string, end: number): string {
  return [...text.slice(Math.max(0, end - 2), end)].at(-1) ?? ""
}
