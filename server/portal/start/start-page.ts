import type { Language } from "../../definition/text.ts"
import type { Firm } from "../../firms/firms.ts"
import type { DisplayedText } from "../../inquiries/start-page-text.ts"
import type { OpenStartPage } from "../../questionnaires/start-page.ts"
import type { Words } from "../words/en.ts"

/** An open start page, in one reader's language. */
export interface StartPage {
  firm: Firm
  questionnaire: OpenStartPage
  lang: Language
  words: Words
  /** The firm's own text, shown above the submit button. */
  own_text: DisplayedText | undefined
}
