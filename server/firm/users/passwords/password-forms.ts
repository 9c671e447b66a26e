// The base words of a password: people append years, replace letters with similar digits, and repeat.
import { normalized } from "../../../definition/values/typed-text.ts"

/** Returns what an attacker would try for this password: with substitutions undone, and without the few characters around the word. */
export function simpleForms(password: string): string[] {
  const plain = withoutMarks(password).replace(/\s/g, "")
  // Up to two extra characters do not make a password different.
  const pieces = [...withoutEnds(plain), plain.slice(0, -1), plain.slice(0, -2)]
  const undone = pieces.flatMap((piece) => [undoSwaps(piece, "i"), undoSwaps(piece, "l")])
  const forms = [...pieces, ...undone.flatMap(withoutEnds)]
  const isClose = (form: string) => form.length >= 4 && plain.length - form.length <= max_decoration
  return [...new Set(forms.filter(isClose))]
}

/** The word itself, and without a prefix, a suffix, or separators. */
function withoutEnds(word: string): string[] {
  const [front, back] = [word.replace(/^[^a-z]+/, ""), word.replace(/(?<![^a-z])[^a-z]+$/, "")]
  return [word, front, back, front.replace(/(?<![^a-z])[^a-z]+$/, ""), word.replace(/[^a-z]/g, "")]
}

/** A word followed by ten random digits no longer counts as common. */
const max_decoration = 6

/** Keeps only the letters, in lower case and without accents. */
export function coreOf(text: string): string {
  return withoutMarks(text).replace(/[^\p{L}]/gu, "")
}

/** Whether it repeats one short piece, or is a run of adjacent keys or letters. */
export function isPattern(password: string): boolean {
  const plain = withoutMarks(password).replace(/\s/g, "")
  if (repeatsOnePiece([...plain])) return true
  const beginnings = [plain, plain.slice(0, -1), plain.slice(0, -2), plain.slice(0, -3)]
  return rows.some((row) => beginnings.some((piece) => row.includes(piece)))
}

/** A piece of up to eight characters, at least twice, and up to three more characters. */
function repeatsOnePiece(signs: readonly string[]): boolean {
  return [1, 2, 3, 4, 5, 6, 7, 8].some((length) => {
    const differs = signs.findIndex((sign, at) => sign !== signs[at % length])
    const times = Math.floor((differs === -1 ? signs.length : differs) / length)
    return times > 1 && signs.length - times * length <= 3
  })
}

const forwards = [
  "012345678901234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "1a2b3c4d5e6f7g8h9i0j",
]
const rows = forwards.flatMap((row) => [row, [...row].toReversed().join("")])

const swaps: Record<string, string> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "+": "t",
}

function undoSwaps(plain: string, for_one: "i" | "l"): string {
  return plain.replace(/[0134578@$!|+]/g, (sign) => swaps[sign] ?? for_one)
}

/** Lower-cases and removes accents. */
function withoutMarks(text: string): string {
  return normalized(text, "NFKD").replace(/\p{M}/gu, "").toLowerCase()
}
