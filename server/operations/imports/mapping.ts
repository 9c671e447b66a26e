// Guesses what each column holds from its name; the person's choice goes before.
import { normalized } from "../../definition/values/typed-text.ts"
import { type ImportField, importFields, type Mapping, matterFields, repeatable } from "./fields.ts"
import { withoutCodes } from "./table/cell-texts.ts"
import { headerWords, ownerWords, spouseWords } from "./table/header-words.ts"

const fieldsByWords = new Map(
  (Object.entries(headerWords) as [ImportField, string][]).flatMap(([field, words]) =>
    words.split("|").map((word) => [word, field] as const),
  ),
)
// Longest first: “spouse s” before “spouse”.
const byLength = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length)
/** Owners that name a person by themselves; “Home” alone is a phone. */
const people = new Set(["client", "client 1", "contact", "customer", "lead", "person", "mandant", "cliente"])
const businesses = ["business", "work", "office", "company"]

/** Whose columns are whose: the words before or after a field's name. */
interface Parties {
  owners: readonly string[]
  spouses: readonly string[]
}

const parties: Parties = {
  owners: byLength(ownerWords.split("|")),
  spouses: byLength(spouseWords.split("|")),
}

/** Guesses the mapping from the column names; each field once, unless several columns may hold it. */
export function guessMapping(header: readonly string[]): Mapping {
  const plain = header.map(plainWords)
  const mapping = guess(plain, parties)
  const client = mapping.some(isClientName) ? undefined : clientOfCouple(plain)
  if (client === undefined) return withRepetitions(plain, mapping)
  return guess(plain, {
    owners: [...client, ...parties.owners],
    spouses: parties.spouses.filter((word) => !client.includes(word)),
  })
}

function guess(plain: readonly string[], { owners, spouses }: Parties): (ImportField | null)[] {
  const mapping: (ImportField | null)[] = plain.map(() => null)
  const takeBy = (guessField: (name: string) => ImportField | undefined) => {
    for (const [at, name] of plain.entries()) {
      const field = mapping[at] === null ? guessField(name) : undefined
      if (field && (repeatable.has(field) || !mapping.includes(field))) mapping[at] = field
    }
  }
  // The file's own word for a field goes before one with an owner: “City” before “Home City”.
  takeBy((name) => fieldsByWords.get(name))
  takeBy((name) => fieldsByWords.get(withoutOwner(name, owners) ?? ""))
  takeBy((name) => spouseField(name, spouses))
  // The business address is the person's only if the file has no other.
  if (!mapping.some(isAddressField))
    takeBy((name) => {
      const field = fieldsByWords.get(withoutOwner(name, businesses) ?? "") ?? null
      return field && isAddressField(field) ? field : undefined
    })
  takeBy((name) => nameField(name, mapping, owners))
  return mapping
}

function spouseField(name: string, spouses: readonly string[]): ImportField | undefined {
  if (spouses.includes(name)) return "spouse_full_name"
  const rest = withoutOwner(name, spouses)
  return rest === undefined ? undefined : fieldOfSpouse(rest)
}

function fieldOfSpouse(name: string): ImportField | undefined {
  if (["name", "nombre"].includes(name)) return "spouse_full_name"
  // The name of a column says which kind of phone it is.
  const field = `spouse_${fieldsByWords.get(name)?.replace(/^(?:home|work)_/, "")}`
  return field in importFields ? (field as ImportField) : undefined
}

/** “Husband First Name” and “Wife First Name”: where no column names the client, it is the one who comes first. */
function clientOfCouple(plain: readonly string[]): readonly string[] | undefined {
  const firstOf = ([word]: readonly [string, string]) =>
    plain.findIndex((name) => name === word || withoutOwner(name, [word]) !== undefined)
  const found = couples.find(([one, other]) => {
    const [at, other_at] = [firstOf([one, ""]), firstOf([other, ""])]
    return at >= 0 && other_at > at
  })
  return found && [`${found[0]} s`, found[0]]
}

const couples = [
  "husband|wife",
  "esposo|esposa",
  "ehemann|ehefrau",
  "spouse 1|spouse 2",
  "partner 1|partner 2",
]
  .map((pair) => pair.split("|") as [string, string])
  .flatMap(([one, other]): [string, string][] => [
    [one, other],
    [other, one],
  ])

/** Columns whose names stand twice, a name among them, are a second person's: the client's spouse, as far as one can tell. */
function withRepetitions(plain: readonly string[], mapping: (ImportField | null)[]): Mapping {
  if (mapping.some((field) => field?.startsWith("spouse_"))) return mapping
  const [repetition] = plain.flatMap((name, at) => {
    const first =
      mapping[at] === null ? plain.slice(0, at).findIndex((other) => isRepetition(name, other)) : -1
    return isClientName(mapping[first] ?? null) ? name.slice(plain[first]?.length) : []
  })
  if (repetition === undefined) return mapping
  return mapping.map((field, at) => {
    const name = plain[at] ?? ""
    const first = plain.slice(0, at).find((other) => other !== "" && name === `${other}${repetition}`)
    return first === undefined ? field : (fieldOfSpouse(first) ?? (isOfMatter(field) ? field : null))
  })
}

/** Programs number the second of two equal names, or leave it as it is. */
function isRepetition(name: string, first: string): boolean {
  return first !== "" && (name === first || name === `${first} 1` || name === `${first} 2`)
}

const flag = /^(?:y|n|yes|no|true|false|x|0|1|ja|nein|s[ií]|active|aktiv)$/i

/** Whether a column says only Yes or No, or the same in each of several lines: it can't name matters. */
export function isFlag(rows: readonly { cells: readonly string[] }[], at: number): boolean {
  const values = rows.map(({ cells }) => cells[at] ?? "").filter(Boolean)
  const isSame = values.length > 2 && new Set(values).size === 1
  return values.length > 0 && (isSame || values.every((value) => value.length < 7 && flag.test(value)))
}

/** The columns that are the spouse's only because their names stand twice. */
export function repeatedNames(header: readonly string[], mapping: Mapping): string[] {
  const plain = header.map(plainWords)
  return header.filter((_, at) => {
    const name = plain[at] ?? ""
    const isSpouse = mapping[at]?.startsWith("spouse_") && spouseField(name, parties.spouses) === undefined
    return isSpouse && plain.slice(0, at).some((other) => isRepetition(name, other))
  })
}

/** The name of a column below a group's: with the group where it says whose the column is. */
export function groupedName(group: string, name: string, names: readonly string[]): string {
  const [plain_group, plain_name] = [plainWords(group), plainWords(name)]
  if (plain_group === "" || isOfMatter(fieldsByWords.get(plain_name) ?? null)) return name
  const isPerson = people.has(plain_group) || parties.spouses.includes(plain_group)
  const isRepeated = names.filter((other) => plainWords(other) === plain_name).length > 1
  return isPerson || isRepeated ? `${group} ${name}` : name
}

function isClientName(field: ImportField | null): boolean {
  return field === "first_name" || field === "last_name" || field === "full_name"
}

function isOfMatter(field: ImportField | null): boolean {
  return field !== null && field in matterFields
}

function isAddressField(field: ImportField | null): boolean {
  return (
    field !== null &&
    ["street", "street_2", "city", "city_line", "state", "postal_code", "country"].includes(field)
  )
}

/** “Name” is what the file lacks: the last name beside “Vorname”, the first beside “Apellidos”, or both in one. */
function nameField(name: string, mapping: Mapping, owners: readonly string[]): ImportField | undefined {
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
  return normalized(withoutCodes(name.slice(0, 100)).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " "), "NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("#", " number ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}

/** The guessed columns. One that says only Yes or No, or the same in each line, names no matter. */
export function mappingOf({ header, rows }: { header: string[]; rows: { cells: string[] }[] }): Mapping {
  return guessMapping(header).map((field, at) => (field === "matter_name" && isFlag(rows, at) ? null : field))
}
