// How the bytes of a file are characters, by evidence: a mark at the beginning, zero bytes, valid UTF-8, or else the
// encoding whose letters make words of one language. Pure.
import { isUtf8 } from "node:buffer"
import { type Alphabet, type Candidate, candidates, decodeText, type Encoding } from "./encodings.ts"

/** The most likely encoding; undefined for bytes that are no text. */
export function encodingOf(bytes: Uint8Array): Encoding | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  if (bytes.includes(0)) return unmarkedUtf16(bytes)
  if (isUtf8(bytes)) return "utf-8"
  const evidence = bytes.subarray(0, evidence_bytes)
  const scores = candidates.map((candidate) => ({
    encoding: candidate.encoding,
    score: scoreOf(evidence, candidate),
  }))
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).encoding
}

/** A word that no language of this encoding writes so, if the text has one: it may be another encoding. */
export function findDoubtfulWord(text: string, encoding: Encoding): string | undefined {
  const alphabets = candidateOf(encoding)?.alphabets
  if (!alphabets) return undefined
  return unitsOf(text).find((unit) => weightOf(unit, alphabets) === 0)?.around
}

/** Whether the encoding's text may be in another script than this program's users read. */
export function isForeignScript(encoding: Encoding): boolean {
  const found = candidateOf(encoding)
  return found?.alphabets ? !found.alphabets.some(({ is_latin }) => is_latin) : found !== undefined
}

function candidateOf(encoding: Encoding): Candidate | undefined {
  return candidates.find((candidate) => candidate.encoding === encoding)
}

const evidence_bytes = 200_000

/** In UTF-16, every other byte of Latin letters is zero, and only those. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0]
  bytes.subarray(0, evidence_bytes).forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const expected = Math.min(bytes.length, evidence_bytes) / 4
  if (even === 0 && odd > expected) return "utf-16le"
  return odd === 0 && even > expected ? "utf-16be" : undefined
}

/** The share of what is not ASCII that belongs where it stands, from 0 to 1. */
function scoreOf(bytes: Uint8Array, { encoding, alphabets, pairs }: Candidate): number {
  if (pairs) return shareOfFrequent(bytes, pairs)
  const units = unitsOf(decodeText(bytes, encoding))
  if (!alphabets || units.length === 0) return 0
  const shareOf = (some: readonly Alphabet[]) =>
    units.reduce((sum, unit) => sum + weightOf(unit, some), 0) / units.length
  // A list of clients with names from several languages.
  return Math.max(...alphabets.map((alphabet) => shareOf([alphabet])), 0.97 * shareOf(alphabets))
}

/** Zero if a character is cut off. */
function shareOfFrequent(bytes: Uint8Array, { isLead, isFrequent }: NonNullable<Candidate["pairs"]>): number {
  let [all, frequent] = [0, 0]
  let isAfterLatin = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const wasAfterLatin = isAfterLatin
    isAfterLatin = isLatin(byte)
    if (byte < 0x80) continue
    all += 1
    if (!isLead(byte)) continue
    at += 1
    const trail = bytes[at]
    if (trail === undefined) break
    if (trail < 0x40) return 0
    // Letters of Latin words are beside those of ASCII.
    if (isFrequent(byte, trail) && !wasAfterLatin && !isLatin(bytes[at + 1])) frequent += 1
  }
  return frequent / Math.max(all, 1)
}

function isLatin(byte = 0): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
}

/** A word with letters that are not ASCII, or a mark that is not. */
interface Unit {
  text: string
  /** What people recognize it by. */
  around: string
  before: string
  after: string
}

function unitsOf(text: string): Unit[] {
  return [...text.matchAll(/\p{L}[\p{L}\p{M}]*|[^\0-\x7f]/gu)].flatMap(({ 0: found, index }) => {
    if (/^[\0-\x7f]+$/.test(found)) return []
    const start = text.slice(Math.max(0, index - 20), index)
    const end = text.slice(index + found.length, index + found.length + 20)
    const around = `${start.split(/[\s,;"]/).at(-1)}${found}${end.split(/[\s,;"]/)[0]}`
    return [{ text: found, around, before: start.slice(-2), after: end.slice(0, 1) }]
  })
}

/** The weight of the likeliest language that writes it so; zero if none of them does. */
function weightOf(unit: Unit, alphabets: readonly Alphabet[]): number {
  // Symbols prove less than words: as some encoding reads them, any bytes are symbols.
  if (!/^\p{L}/u.test(unit.text)) return isMarkAtHome(unit) ? (/\p{P}/u.test(unit.text) ? 1 : 0.9) : 0
  return Math.max(...alphabets.map((alphabet) => (isWordOf(unit.text, alphabet) ? alphabet.weight : 0)))
}

function isWordOf(word: string, { characters, is_latin, vowels }: Alphabet): boolean {
  // A capital inside a word is a misread letter, as in "JosÈ" and "OíNeil", but not in "McDonald".
  if (/\p{Ll}(?=[^\0-\x7f])\p{Lu}|(?=[^\0-\x7f])\p{Ll}\p{Lu}/u.test(word)) return false
  // Portuguese writes õ before e only; elsewhere it is a misread Hungarian ő.
  if (is_latin && /õ(?!e)/i.test(word) && !characters.has("š")) return false
  const foreign = [...word.replaceAll("İ", "ı").toLowerCase()].filter((each) => each > "\x7f")
  // No language with the letters of ASCII writes a long word without one of them.
  if (is_latin && foreign.length > 2 && foreign.length === [...word].length) return false
  if (!is_latin && foreign.length < [...word].length) return false
  if (vowels && foreign.length > 3 && (word.toLowerCase().match(vowels) ?? []).length * 4 < foreign.length)
    return false
  // In Greek, this sigma only ends words.
  return foreign.every((each, at) => characters.has(each) && (each !== "ς" || at === foreign.length - 1))
}

/** Whether a mark may stand where it does. */
function isMarkAtHome({ text, before, after }: Unit): boolean {
  if (text === "\ufffd") return false
  const [follows, precedes] = [/\p{L}$/u.test(before), /^\p{L}/u.test(after)]
  // An apostrophe is at home in O’Neil, l’heure and Ada’s, not in "Garc’a"; other marks stand between words.
  if (text === "’") return !(/\p{Ll}\p{Ll}$/u.test(before) && /[^\P{Ll}stlrv]/u.test(after))
  if (follows && precedes) return false
  // Low quotation marks only open. A fraction, an exponent or a currency at a word is a letter of another encoding.
  if (follows && /[‚„]/.test(text)) return false
  if ((follows || precedes) && /[\p{S}\p{N}]/u.test(text)) return /[®™©€]/.test(text) || /N$/i.test(before)
  return /[\p{P}\p{S}\p{Zs}\p{N}]/u.test(text)
}
