// Picks a page's words by language, and by whether a client or someone filling in for them is signed in.
import type { Language } from "../../../definition/text.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { en, type Words } from "./en.ts"
import { es } from "./es.ts"

const catalogs = { en, es }
const forClients: Record<Language, Words> = { en: en(), es: es() }
const unnamed: Record<Language, string> = { en: "the client", es: "esta persona" }

/** The portal's words for clients. */
export function wordsIn(language: Language): Words {
  return forClients[language]
}

/** The portal's words for someone who fills in for `who`, or for clients if `who` is undefined. */
export function wordsAbout(who: string | undefined, language: Language): Words {
  return who === undefined ? wordsIn(language) : catalogs[language](who)
}

/** The clients' names joined, or "the client" if none is known. */
export function namesOfClients(names: readonly string[], language: Language): string {
  return joinWords(names, language) || unnamed[language]
}
