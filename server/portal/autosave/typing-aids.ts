import { showAmounts } from "./amounts-shown.ts"
import { watchChoices } from "./choosing.ts"
import { countCharacters } from "./field-marks.ts"
import type { AutosaveWords } from "./wire.ts"

/** Says how amounts are understood and how much room is left, and looks after long lists of people. */
export function aidTyping(words: AutosaveWords): void {
  showAmounts()
  countCharacters(words)
  watchChoices(words)
}
