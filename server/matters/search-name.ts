/**
 * A name as the search compares it: case, accents and the shapes of apostrophes and hyphens fold away. Applied to
 * what is stored and to what is looked for, so that both sides always agree. Pure.
 */
export function foldName(name: string): string {
  return (
    withoutAccents(name)
      // Up and down again: some letters ("ß", "ſ") have a lower-case twin only by way of the upper case, and "ẞ" gets
      // there only from below.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .replace(/[øđłħŧıςæœðþ‘’ʼʹ`´‐‑‒–—−]/gu, (character) => plain[character] ?? character)
      .replace(/\s+/gu, " ")
  )
}

/**
 * What is stored of a name for the search: as it is folded, and on a line of its own once more as people type it who leave
 * the marks out: "o'neil-smith", "oneil smith". What is looked for is one line, and found in either.
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
