import type { Conflict } from "../matters/changes.ts"
import type { PageRequest } from "./page-request.ts"
import { wordsIn } from "./words/words.ts"

/** Who gave an answer, in the reader's words. */
export function changerOf(
  { changed_by, is_by_staff }: Pick<Conflict, "changed_by" | "is_by_staff">,
  req: Pick<PageRequest, "firm" | "words" | "lang">,
): string {
  return is_by_staff ? nameOfStaff(changed_by, req) : changed_by || req.words.conflict.someone
}

/** A member of staff together with the firm. */
export function nameOfStaff(name: string, { firm, lang }: Pick<PageRequest, "firm" | "lang">): string {
  return name ? wordsIn(lang).impersonation.of_firm(name, firm.name) : firm.name
}
