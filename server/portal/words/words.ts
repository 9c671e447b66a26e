import type { Language } from "../../questionnaires/text.ts"
import { en, type Words } from "./en.ts"
import { es } from "./es.ts"

/** The portal's words in a language. */
export function wordsIn(language: Language): Words {
  return { en, es }[language]
}
