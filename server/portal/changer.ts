import type { Conflict } from "../matters/changes.ts"
import type { Visit } from "./visit.ts"
import { wordsIn } from "./words/words.ts"

/** Who gave an answer, in the reader's words. */
export function changerOf(
  { changed_by, is_by_staff }: Pick<Conflict, "changed_by" | "is_by_staff">,
  visit: Pick<Visit, "firm" | "words" | "lang">,
): string {
  return is_by_staff ? nameOfStaff(changed_by, visit) : changed_by || visit.words.conflict.somebody
}

/** A member of staff together with the firm. */
export function nameOfStaff(name: string, { firm, lang }: Pick<Visit, "firm" | "lang">): string {
  return name ? wordsIn(lang).behalf.of_firm(name, firm.name) : firm.name
}
