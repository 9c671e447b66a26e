import type { Option } from "./definition.ts"
import { faulty, type Parsed } from "./faults.ts"

/** Answers of a text, a yes or no, choices and a person, as typed. */

/** PostgreSQL cannot hold U+0000, and a lone surrogate is no character; nothing else is refused or changed. */
export function parseText(text: string, max_length: number): Parsed<string> {
  // A browser posts line ends as CR LF but counts and shows them as one character.
  const value = text.replace(/\r\n?/g, "\n").trim()
  if (value === "") return { kind: "empty" }
  if (value.includes("\0") || !value.isWellFormed()) return faulty("text_unreadable")
  if ([...value].length > max_length) return faulty("text_too_long", { limit: String(max_length) })
  return { kind: "value", value }
}

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

/** An empty string among the choices is the form saying that the question was there, with nothing ticked. */
export function parseChoices(
  options: readonly Option[],
  values: readonly string[],
): Parsed<readonly string[]> {
  const chosen = new Set(values.filter((value) => value !== ""))
  if (chosen.size === 0) return { kind: "empty" }
  const known = options.map((option) => option.value).filter((value) => chosen.has(value))
  return known.length === chosen.size ? { kind: "value", value: known } : faulty("option_unknown")
}

/** Only the form of the id: whether that person belongs to the matter, the record knows. */
export function parseContact(value: string): Parsed<string> {
  if (value === "") return { kind: "empty" }
  return /^contact_[0-9A-F]{32}$/.test(value) ? { kind: "value", value } : faulty("person_unknown")
}
