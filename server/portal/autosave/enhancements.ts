import { separateExclusiveChoices } from "./exclusive-choices.ts"
import { countCharacters } from "./field-marks.ts"
import { showParsedAmounts } from "./parsed-amounts.ts"
import { enhancePeopleChoices } from "./people-choices.ts"
import type { AutosaveWords } from "./wire.ts"

/** Prepares the page's fields: what they show and change by themselves while the client fills them in. */
export function enhanceFields(words: AutosaveWords): void {
  separateExclusiveChoices()
  showParsedAmounts()
  countCharacters(words)
  enhancePeopleChoices(words)
}
