import type { Option } from "./definition.ts"
import { faulty, type Parsed } from "./faults/faults.ts"
import type { Language } from "./text.ts"

/** Parsers for yes/no, choice and contact answers. */

export function parseYesNo(text: string): Parsed<boolean> {
  const word = text.trim().toLowerCase()
  if (word === "") return { kind: "empty" }
  if (word !== "yes" && word !== "no") return faulty("option_unknown")
  return { kind: "value", value: word === "yes" }
}

export function parseChoice(options: readonly Option[], value: string): Parsed<string> {
  if (value === "") return { kind: "empty" }
  return options.some((option) => option.value === value)
    ? { kind: "value", value }
    : faulty("option_unknown")
}

/** Forms always send an empty string too, so that a question with nothing selected differs from one not on the form. */
export function parseChoices(
  options: readonly Option[],
  values: readonly string[],
): Parsed<readonly string[]> {
  const chosen = new Set(values.filter((value) => value !== ""))
  if (chosen.size === 0) return { kind: "empty" }
  if (chosen.size > 1 && options.some(({ value, exclusive }) => exclusive && chosen.has(value)))
    return faulty("option_exclusive")
  const valid = options.map((option) => option.value).filter((value) => chosen.has(value))
  return valid.length === chosen.size ? { kind: "value", value: valid } : faulty("option_unknown")
}

/** Checks only the format of the id, not that the contact belongs to the matter. */
export function parseContact(value: string): Parsed<string> {
  if (value === "") return { kind: "empty" }
  return /^contact_[0-9A-F]{32}$/.test(value) ? { kind: "value", value } : faulty("person_unknown")
}

export const yesOrNoWords: Record<Language, { yes: string; no: string }> = {
  en: { yes: "Yes", no: "No" },
  es: { yes: "Sí", no: "No" },
}

export function yesOrNo(value: boolean, language: Language): string {
  return yesOrNoWords[language][value ? "yes" : "no"]
}
