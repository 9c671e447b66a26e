// What prompts may name without knowing it: `{name}`, `{they}`, `{them}`, `{their}` of the person a matter is about,
// and `{last_year}`, the year before the matter was opened.
import type { Definition } from "./definition.ts"
import type { Language } from "./text.ts"

export const placeholders = ["name", "they", "them", "their", "last_year"] as const

/** Whom a matter is about, and when it was opened. */
export interface Subject {
  /** Blank while it is not known. */
  name: string
  gender_binary: string
  /** YYYY-MM-DD. */
  open_date: string
  is_deceased: boolean
}

/** What stands in braces in a wording and is none of them, such as `{nmae}`: clients would read it as it stands. */
export function unknownPlaceholders(wording: string): string[] {
  return [...wording.matchAll(/\{([^{}]*)\}/g)]
    .filter(([, key]) => !placeholders.some((each) => each === key))
    .map(([text]) => text)
}

const withAny = new RegExp(`\\{(?:${placeholders.join("|")})\\}`)
const each = new RegExp(`(^|[.?!¿¡]\\s*)?\\{(${placeholders.join("|")})\\}`, "g")
const using = new WeakMap<Definition, boolean>()

/** The definition with its placeholders filled in; the same object where there are none. */
export function fillPlaceholders(definition: Definition, subject: Subject): Definition {
  let isUsed = using.get(definition)
  if (isUsed === undefined) {
    isUsed = withAny.test(JSON.stringify(definition))
    using.set(definition, isUsed)
  }
  return isUsed ? (filled(definition, subject) as Definition) : definition
}

function filled(value: unknown, subject: Subject, language: Language = "en"): unknown {
  if (typeof value === "string") return inWords(value, subject, language)
  if (Array.isArray(value)) return value.map((item) => filled(item, subject, language))
  if (typeof value !== "object" || value === null) return value
  // Asked of each client, a question is about one of two people: neither's name would be right for both.
  const of = (value as { each_client?: boolean }).each_client
    ? { ...subject, name: "", gender_binary: "" }
    : subject
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, filled(item, of, key === "es" ? "es" : language)]),
  )
}

/** A text with its placeholders filled in. */
export function inWords(text: string, subject: Subject, language: Language): string {
  return text.replace(each, (_, before: string | undefined, key: string) => {
    const word = wordFor(key as (typeof placeholders)[number], subject, language)
    // Spanish opens a question inside a sentence too, but not these.
    return before === undefined ? word : before + word.charAt(0).toUpperCase() + word.slice(1)
  })
}

function wordFor(
  key: (typeof placeholders)[number],
  { name, gender_binary, open_date, is_deceased }: Subject,
  language: Language,
): string {
  if (key === "last_year") return String(Number(open_date.slice(0, 4)) - 1)
  if (key === "name") return name || unnamed[language][is_deceased ? "deceased" : "living"]
  const gender = gender_binary === "Female" || gender_binary === "Male" ? gender_binary : "other"
  return pronouns[language][gender][key]
}

const unnamed = {
  en: { deceased: "the person who died", living: "the client" },
  es: { deceased: "la persona fallecida", living: "el cliente" },
}

const pronouns = {
  en: {
    Female: { they: "she", them: "her", their: "her" },
    Male: { they: "he", them: "him", their: "his" },
    other: { they: "they", them: "them", their: "their" },
  },
  es: {
    Female: { they: "ella", them: "ella", their: "su" },
    Male: { they: "él", them: "él", their: "su" },
    other: { they: "esta persona", them: "esta persona", their: "su" },
  },
}
