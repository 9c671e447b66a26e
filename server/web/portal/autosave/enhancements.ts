import { enhancePeopleChoices, separateExclusiveChoices } from "./fields/choices.ts"
import { followDates } from "./fields/date-boxes.ts"
import { countCharacters } from "./fields/field-marks.ts"
import { showParsedAmounts } from "./fields/parsed-amounts.ts"
import { followShares } from "./fields/remaining-share.ts"
import type { AutosaveWords } from "./wire.ts"

/** Prepares the page's fields: what they show and change by themselves while the client fills them in. */
export function enhanceFields(words: AutosaveWords): void {
  separateExclusiveChoices()
  followDates()
  showParsedAmounts()
  followShares()
  countCharacters(words)
  enhancePeopleChoices(words)
}
