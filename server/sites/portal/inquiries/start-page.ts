import type { Language } from "../../../definition/text.ts"
import type { Firm } from "../../../firm/firms/firms.ts"
import type { DisplayedText } from "../../../firm/firms/start-page-text.ts"
import type { OpenStartPage } from "../../../intake/questionnaires/start-page.ts"
import type { Words } from "../../../web/portal/words/en.ts"

/** An open start page, in one reader's language. */
export interface StartPage {
  firm: Firm
  questionnaire: OpenStartPage
  lang: Language
  words: Words
  /** The firm's own text, shown above the submit button. */
  own_text: DisplayedText | undefined
  /** Where the link says that the reader comes from; empty if it says nothing. */
  source: string
}
