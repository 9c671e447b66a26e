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
