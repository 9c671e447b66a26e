import type { Language } from "../../definition/text.ts"
import type { Firm } from "../../firms/firms.ts"
import type { OpenStartPage } from "../../questionnaires/start-page.ts"
import type { Words } from "../words/en.ts"

/** A start page that is open, for whoever looks at it. */
export interface StartPage {
  firm: Firm
  questionnaire: OpenStartPage
  lang: Language
  words: Words
}
