// Placeholders that firms can use in prompts: `{name}`, `{they}`, `{them}` and `{their}` refer to the person the matter
// is about, `{last_year}` to the year before the matter was opened.
import type { Definition } from "./definition.ts"
import type { Language } from "./text.ts"

export const placeholders = ["name", "they", "them", "their", "last_year"] as const

/** The person a matter is about, and when the matter was opened. */
export interface Subject {
  /** Blank if unknown. */
  name: string
  gender_binary: string
  /** YYYY-MM-DD. */
  open_date: string
  is_deceased: boolean
}

/** Unknown placeholders, such as the typo `{nmae}`, which clients would see literally. */
export function unknownPlaceholders(wording: string): string[] {
  return [...wording.matchAll(/\{([^{}]*)\}/g)]
    .filter(([, key]) => !placeholders.some((each) => each === key))
    .map(([text]) => text)
}

const placeholder = new RegExp(`\\{(?:${placeholders.join("|")})\\}`)
const placeholderAtStart = new RegExp(`(^|[.?!¿¡]\\s*)?\\{(${placeholders.join("|")})\\}`, "g")
const hasPlaceholders = new WeakMap<Definition, boolean>()

/** Returns the definition with its placeholders filled in, or the same object if it has none. */
export function fillPlaceholders(definition: Definition, subject: Subject): Definition {
  let hasAny = hasPlaceholders.get(definition)
  if (hasAny === undefined) {
    hasAny = placeholder.test(JSON.stringify(definition))
    hasPlaceholders.set(definition, hasAny)
  }
  return hasAny ? (fillAll(definition, subject) as Definition) : definition
}

function fillAll(value: unknown, subject: Subject, language: Language = "en"): unknown {
  if (typeof value === "string") return fillText(value, subject, language)
  if (Array.isArray(value)) return value.map((item) => fillAll(item, subject, language))
  if (typeof value !== "object" || value === null) return value
  // Each client answers a per-client question about themselves, so neither name would be right for both.
  const about = (value as { each_client?: boolean }).each_client
    ? { ...subject, name: "", gender_binary: "" }
    : subject
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillAll(item, about, key === "es" ? "es" : language)]),
  )
}

export function fillText(text: string, subject: Subject, language: Language): string {
  return text.replace(placeholderAtStart, (_, before: string | undefined, key: string) => {
    const word = wordFor(key as (typeof placeholders)[number], subject, language)
    // Capitalizes at the start of a sentence. A Spanish `¿` may open a question mid-sentence; we accept that case.
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
