import { normalized, withoutInvisibles } from "./typed-text.ts"

/**
 * Text as people compare it: without case, accents, width, ligatures, invisible characters and blanks at its ends, with
 * one kind of blank, apostrophe and hyphen. Search terms and what they search pass through it, so the two sides always
 * agree. Linear in the length of the text. `fold_text` in the database folds alike, and leaves out punctuation.
 */
export function foldText(text: string): string {
  // Some letters ("ß", "ſ") find their plain form only through the upper case, and "ẞ" reaches it only from the lower.
  const lower = withoutAccents(withoutInvisibles(text)).toLowerCase().toUpperCase().toLowerCase()
  return withoutAccents(lower)
    .replace(/[‘’ʼʹ`´]/g, "'")
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/[øđłħŧıςæœðþ]/g, (character) => plainForms[character] ?? character)
    .replace(/\s+/g, " ")
    .trim()
}

/** For the texts of two answers: also without blanks and punctuation at the ends, and what begins web addresses. */
export function foldAnswer(text: string): string {
  const folded = foldText(text).replace(/^https?:\/\//, "")
  const characters = [...folded]
  const first = characters.findIndex(isPart)
  return first < 0 ? folded : characters.slice(first, characters.findLastIndex(isPart) + 1).join("")
}

function withoutAccents(text: string): string {
  return normalized(text, "NFKD").replace(/[\u0300-\u036f]/g, "")
}

const plainForms: Readonly<Record<string, string>> = {
  ...{ ø: "o", đ: "d", ł: "l", ħ: "h", ŧ: "t", ı: "i", ς: "σ", æ: "ae", œ: "oe", ð: "d", þ: "th" },
}

function isPart(character: string): boolean {
  return !/[\s\p{P}]/u.test(character)
}
