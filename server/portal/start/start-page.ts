import type { Language } from "../../definition/text.ts"
import type { Firm } from "../../firms/firms.ts"
import type { ShownText } from "../../inquiries/own-text.ts"
import type { OpenStartPage } from "../../questionnaires/start-page.ts"
import type { Words } from "../words/en.ts"

/** A start page that is open, for whoever looks at it. */
export interface StartPage {
  firm: Firm
  questionnaire: OpenStartPage
  lang: Language
  words: Words
  /** The firm's own, above the button that sends. */
  own_text: ShownText | undefined
}
