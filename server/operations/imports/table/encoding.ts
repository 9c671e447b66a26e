// How the bytes of a file are characters, by evidence: a mark at the beginning, zero bytes, valid UTF-8, or else the
// encoding whose letters make words of one language. Pure.
export const encodings = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Windows, Western European",
  "windows-1250": "Windows, Central European",
  macintosh: "Mac, Western European",
} as const
export type Encoding = keyof typeof encodings

/** The text without the mark at its beginning; unreadable bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes)
}

/** The most likely encoding; undefined for bytes that are no text. */
export function encodingOf(bytes: Uint8Array): Encoding | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  if (bytes.includes(0)) return unmarkedUtf16(bytes)
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return "utf-8"
  } catch {
    return oneByteEncodingOf(bytes)
  }
}

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

const evidence_bytes = 200_000

const western = [
  "äöüß",
  "áéíóúñüçàèòï",
  "éèàâçêëîïôœùûüÿæ",
  "áâãàéêíóôõúüç",
  "àèéìíòóùú",
  "åäöøæéü",
  "ðþáéíóúýöæ",
]
const central = ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîșțşţ"]

/** The first of equals wins; a UTF-8 file with a damaged character fits no other. */
const candidates: readonly { encoding: Encoding; alphabets: readonly string[] }[] = [
  { encoding: "windows-1252", alphabets: western },
  { encoding: "windows-1250", alphabets: central },
  { encoding: "macintosh", alphabets: western },
  { encoding: "utf-8", alphabets: [...western, ...central] },
]

function oneByteEncodingOf(bytes: Uint8Array): Encoding {
  const evidence = bytes.subarray(0, evidence_bytes)
  const scores = candidates.map(({ encoding, alphabets }) => {
    const characters = foreignCharacters(decodeText(evidence, encoding))
    const of_one = Math.max(...alphabets.map((alphabet) => fitOf(characters, alphabet)))
    // A list of clients with names from several languages.
    const of_all = 0.9 * fitOf(characters, alphabets.join(""))
    return { encoding, score: Math.max(of_one, of_all) }
  })
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).encoding
}

interface Foreign {
  before: string
  character: string
  after: string
}

function foreignCharacters(text: string): Foreign[] {
  return [...text.matchAll(/[^\0-\x7f]/gu)].map(({ 0: character, index }) => ({
    before: text.slice(Math.max(0, index - 2), index),
    character,
    after: text.slice(index + character.length, index + character.length + 1),
  }))
}

/** The share of the characters that belong where they stand in a language with these letters. */
function fitOf(characters: readonly Foreign[], alphabet: string): number {
  return characters.filter((one) => isAtHome(one, alphabet)).length / Math.max(characters.length, 1)
}

function isAtHome({ before, character, after }: Foreign, alphabet: string): boolean {
  if (/\p{L}/u.test(character)) {
    // A capital inside a word is a misread letter, as in "JosÈ".
    const isMisplaced = /\p{Ll}$/u.test(before) && /\p{Lu}/u.test(character)
    // Portuguese writes õ before e only; elsewhere it is a misread Hungarian ő.
    const isHungarian = /õ/i.test(character) && !/e/i.test(after)
    return !isMisplaced && !isHungarian && alphabet.includes(character.toLowerCase())
  }
  // An apostrophe is at home in O’Neil, l’heure and Ada’s, not in "Garc’a"; other marks stand between words.
  if (character === "’") return !(/\p{Ll}\p{Ll}$/u.test(before) && /[^\P{Ll}stlrv]/u.test(after))
  return !(/\p{L}$/u.test(before) && /\p{L}/u.test(after)) && /[\p{P}\p{S}\p{Zs}]/u.test(character)
}
