// A name in one cell, as its parts: “Ruiz, Ada M.”, “Ada M. Ruiz Jr.”, “Ana de la Cruz”. Pure.

export interface NameParts {
  first_name: string
  middle_name: string
  last_name: string
  suffix: string
  /** False where the words do not say which of them are the last name. */
  is_certain: boolean
}

const suffixes = /^(?:jr|sr|ii|iii|iv|esq|phd|md)$/i
// “Don” is a first name more often.
const titles = /^(?:mr|mrs|ms|miss|dr|prof|herr|frau|sr|sra|doña|hon)$/i
const particles =
  /^(?:de|del|della|di|da|das|do|dos|du|la|las|le|los|van|von|vom|zu|zum|zur|den|der|ter|ten|bin|ibn|al|el|st|mac|san|santa)$/i

export function splitFullName(text: string): NameParts {
  const [before = "", after = "", ...rest] = text.split(",").map((part) => part.trim())
  // “Ruiz, Jr., Ben”
  if (isSuffix(after) && rest[0]) return { ...splitFullName(`${before}, ${rest.join(" ")}`), suffix: after }
  if (after === "" || isSuffix(after)) return splitWords(wordsOf(before), isSuffix(after) ? after : "")
  const last_words = wordsOf(before)
  const found_suffix = last_words.length > 1 && isSuffix(last_words.at(-1) ?? "") ? last_words.pop() : ""
  const given = wordsOf(after)
  const last = given.at(-1) ?? ""
  const suffix = rest[0] || found_suffix || (given.length > 1 && isSuffix(last) ? given.pop() : "") || ""
  const [first_name = "", ...middle] = given
  return {
    first_name,
    middle_name: middle.join(" "),
    last_name: last_words.join(" "),
    suffix,
    is_certain: true,
  }
}

function splitWords(words: string[], found_suffix: string): NameParts {
  const rest = [...words]
  // Spanish “Sr.” is a title at the beginning, English “Sr.” a suffix at the end.
  if (rest.length > 1 && titles.test(bare(rest[0]))) rest.shift()
  const suffix = found_suffix || (rest.length > 2 && isSuffix(rest.at(-1) ?? "") ? rest.pop() : "") || ""
  const [first_name = "", ...others] = rest
  // In Chinese and Korean, the family name comes first.
  if (others.length === 1 && /^[\p{Script=Han}\p{Script=Hangul}]/u.test(first_name))
    return { first_name: others[0] ?? "", middle_name: "", last_name: first_name, suffix, is_certain: false }
  if (others.length === 0) return { first_name, middle_name: "", last_name: "", suffix, is_certain: true }
  const particle = others.findIndex((word) => particles.test(bare(word)))
  const from = particle >= 0 && particle < others.length - 1 ? particle : others.length - 1
  const middle = others.slice(0, from)
  return {
    first_name,
    middle_name: middle.join(" "),
    last_name: others.slice(from).join(" "),
    suffix,
    // “Ana García López” has two last names, “Mary Ann Smith” two first names.
    is_certain: middle.every((word) => bare(word).length === 1),
  }
}

/** “Dr. Ada” in a column of first names. */
export function withoutTitle(first_name: string): string {
  const [title, ...rest] = wordsOf(first_name)
  return rest.length > 0 && titles.test(bare(title)) ? rest.join(" ") : first_name
}

/** “Ruiz Jr.” or “Roe, Esq.” in a column of last names. */
export function splitSuffix(last_name: string): Pick<NameParts, "last_name" | "suffix"> {
  const words = wordsOf(last_name.replaceAll(",", " "))
  const suffix = words.at(-1) ?? ""
  return words.length > 1 && isSuffix(suffix)
    ? { last_name: words.slice(0, -1).join(" "), suffix }
    : { last_name, suffix: "" }
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function isSuffix(word: string): boolean {
  return suffixes.test(bare(word))
}

function bare(word = ""): string {
  return word.replaceAll(".", "")
}
