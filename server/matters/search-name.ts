import { withoutLongRuns } from "../definition/typed-text.ts"

/**
 * A name as the search compares it: without case, accents, invisible characters, and blanks at its ends, with single
 * blanks and one form of apostrophe and hyphen. Stored names and search terms both pass through it, so the two sides
 * always agree. Pure.
 */
export function foldName(name: string): string {
  return (
    withoutAccents(withoutLongRuns(name))
      // Lower, upper, lower: some letters ("ß", "ſ") find their plain form only through the upper case, and "ẞ" reaches
      // it only from the lower case.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .replace(/[øđłħŧıςæœðþ‘’ʼʹ`´‐‑‒–—−]/gu, (character) => plain[character] ?? character)
      .replace(/\p{Cf}/gu, "")
      .replace(/\s+/gu, " ")
      .trim()
  )
}

/**
 * What the database stores of a name for the search: the folded name and, on a second line, the same without marks, as
 * some people type it: "o'neil-smith", "oneil smith". A search term is one line and matches either.
 */
export function searchNameOf(name: string): string {
  const folded = foldName(name)
  const unmarked = folded.replace(/['.]/g, "").replaceAll("-", " ")
  return unmarked === folded ? folded : `${folded}\n${unmarked}`
}

function withoutAccents(text: string): string {
  return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "")
}

const plain: Record<string, string> = {
  ø: "o",
  đ: "d",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ς: "σ",
  æ: "ae",
  œ: "oe",
  ð: "d",
  þ: "th",
  "‘": "'",
  "’": "'",
  ʼ: "'",
  ʹ: "'",
  "`": "'",
  "´": "'",
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "–": "-",
  "—": "-",
  "−": "-",
}
