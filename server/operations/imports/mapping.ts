// Guesses what each column holds from its name; the person's choice goes before.
import { normalized } from "../../definition/values/typed-text.ts"
import { type ImportField, importFields, type Mapping, repeatable } from "./fields.ts"
import { headerWords, ownerWords, spouseWords } from "./table/header-words.ts"

const fieldsByWords = new Map(
  (Object.entries(headerWords) as [ImportField, string][]).flatMap(([field, words]) =>
    words.split("|").map((word) => [word, field] as const),
  ),
)
// Longest first: “spouse s” before “spouse”.
const byLength = (words: string) => words.split("|").toSorted((a, b) => b.length - a.length)
const owners = byLength(ownerWords)
const spouses = byLength(spouseWords)
/** Owners that name a person by themselves; “Home” alone is a phone. */
const people = new Set(["client", "client 1", "contact", "customer", "lead", "person", "mandant", "cliente"])
const businesses = ["business", "work", "office", "company"]

/** Guesses the mapping from the column names; each field once, unless several columns may hold it. */
export function guessMapping(header: readonly string[]): Mapping {
  const plain = header.map(plainWords)
  const mapping: (ImportField | null)[] = header.map(() => null)
  const takeBy = (guess: (name: string) => ImportField | undefined) => {
    for (const [at, name] of plain.entries()) {
      const field = mapping[at] === null ? guess(name) : undefined
      if (field && (repeatable.has(field) || !mapping.includes(field))) mapping[at] = field
    }
  }
  // The file's own word for a field goes before one with an owner: “City” before “Home City”.
  takeBy((name) => fieldsByWords.get(name))
  takeBy((name) => fieldsByWords.get(withoutOwner(name, owners) ?? ""))
  takeBy(spouseField)
  // The business address is the person's only if the file has no other.
  if (!mapping.some(isAddressField))
    takeBy((name) => {
      const field = fieldsByWords.get(withoutOwner(name, businesses) ?? "") ?? null
      return field && isAddressField(field) ? field : undefined
    })
  takeBy((name) => nameField(name, mapping))
  return mapping
}

function spouseField(name: string): ImportField | undefined {
  if (spouses.includes(name)) return "spouse_full_name"
  const rest = withoutOwner(name, spouses)
  if (rest === undefined) return undefined
  if (["name", "nombre"].includes(rest)) return "spouse_full_name"
  const field = `spouse_${fieldsByWords.get(rest)}`
  return field in importFields ? (field as ImportField) : undefined
}

function isAddressField(field: ImportField | null): boolean {
  return (
    field !== null &&
    ["street", "street_2", "city", "city_line", "state", "postal_code", "country"].includes(field)
  )
}

/** “Name” is what the file lacks: the last name beside “Vorname”, the first beside “Apellidos”, or both in one. */
function nameField(name: string, mapping: Mapping): ImportField | undefined {
  const bare = withoutOwner(name, owners) ?? (people.has(name) ? "name" : name)
  if (bare !== "name" && bare !== "nombre" && bare !== "nombres") return undefined
  const [hasFirst, hasLast] = [mapping.includes("first_name"), mapping.includes("last_name")]
  if (hasFirst && hasLast) return name === bare ? undefined : "matter_name"
  if (hasFirst) return "last_name"
  return hasLast ? "first_name" : "full_name"
}

/** What is left of a name without an owner before or after it; undefined if it has none. */
function withoutOwner(name: string, words: readonly string[]): string | undefined {
  for (const word of words) {
    if (name.startsWith(`${word} `)) return name.slice(word.length + 1)
    if (name.endsWith(` ${word}`)) return name.slice(0, -word.length - 1)
  }
  return undefined
}

/** `First_Name`, `firstName` and “First name:” are all `first name`. */
function plainWords(name: string): string {
  return normalized(name.slice(0, 100).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " "), "NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("#", " number ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}
