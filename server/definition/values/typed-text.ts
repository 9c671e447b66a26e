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
  return trimmed(composed(text.replace(lineBreak, "\n").replace(controlCharacter, "")))
}

/** For text of one line, such as a name: each line break, with the spaces around it, becomes one space. */
export function inOneLine(text: string): string {
  const lines = inLines(text).replace(directionOverride, "").replaceAll("\t", " ").split("\n")
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

/** The digits of a code that was sent or shown, in any script's numerals, whatever was pasted around them. */
export function codeDigits(typed: string): string {
  return normalized(typed, "NFKC").replace(/\D/g, "")
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
  return /[\s\p{Cc}]/u.test(character) || (invisible.test(character) && !printing.test(character))
}

function charAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0)
}

function charBefore(text: string, end: number): string {
  return [...text.slice(Math.max(0, end - 2), end)].at(-1) ?? ""
}
