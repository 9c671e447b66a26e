// Which words a page takes: by language, and by who reads, the clients themselves or somebody who fills in for them.

import type { Language } from "../../definition/text.ts"
import { joinWords } from "../../platform/joined-words.ts"
import { en, type Words } from "./en.ts"
import { es } from "./es.ts"

const catalogs = { en, es }
const forClients: Record<Language, Words> = { en: en(), es: es() }
const unnamed: Record<Language, string> = { en: "the client", es: "esta persona" }

/** The portal's words in a language, as the clients read them. */
export function wordsIn(language: Language): Words {
  return forClients[language]
}

/** The same for whoever fills in for `who`; for the clients themselves without it. */
export function wordsAbout(who: string | undefined, language: Language): Words {
  return who === undefined ? wordsIn(language) : catalogs[language](who)
}

/** The clients as others speak of them: by name, where there is one. */
export function namesOfClients(names: readonly string[], language: Language): string {
  return joinWords(names, language) || unnamed[language]
}
