import type { Language } from "../../definition/text.ts"
import type { ClientEmailName, FoyerWords } from "./client-emails.ts"
import { englishWords } from "./english-words.ts"
import { spanishWords } from "./spanish-words.ts"

/** Foyer's own words, by language. */
export const foyerWords: Record<Language, Record<ClientEmailName, FoyerWords>> = {
  en: englishWords,
  es: spanishWords,
}
