/**
 * Text as people compare it: without case, accents, width, ligatures and invisible characters, with one kind of blank,
 * apostrophe and hyphen, and without blanks and punctuation at its ends. Linear in the length of the text.
 */
export function foldText(text: string): string {
  // Decomposing sorts each run of marks, in more than linear time; no script has runs longer than 30 (UAX #15).
  if (/\p{M}{31}/u.test(text)) return text
  const folded = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]|\p{Cf}/gu, "")
    // Some characters ("ß", "ſ") find their plain form only through the upper case, and "ẞ" reaches it only from the lower.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[‘’ʼʹ`´]/g, "'")
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/[øđłħŧıæœðþ]/g, (character) => plainCharacters[character] ?? character)
    .replace(/\s+/g, " ")
  const characters = [...folded]
  const first = characters.findIndex(isPart)
  return first < 0 ? folded.trim() : characters.slice(first, characters.findLastIndex(isPart) + 1).join("")
}

const plainCharacters: Readonly<Record<string, string>> = {
  ...{ ø: "o", đ: "d", ł: "l", ħ: "h", ŧ: "t", ı: "i", æ: "ae", œ: "oe", ð: "d", þ: "th" },
}

function isPart(character: string): boolean {
  return !/[\s\p{P}]/u.test(character)
}
