import { max_long_length } from "../../../definition/kinds/texts.ts"
import { type Language, localeOf } from "../../../definition/text.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import type { Field } from "./field.ts"

/** The character limit to show for a long text; undefined for shorter fields, whose limits are rarely reached. */
export function limitOf({ max_length = max_long_length }: Field, lang: Language, words: Words) {
  if (max_length < 1_000) return undefined
  const number = new Intl.NumberFormat(localeOf(lang)).format(max_length)
  return { characters: max_length, text: words.frame.max_characters_hint(number) }
}

/** What happens to a sensitive answer, saved or not. */
export function sensitiveHint(field: Field, words: Words): string {
  return field.given ? words.questions.keep_given : words.questions.sensitive
}
