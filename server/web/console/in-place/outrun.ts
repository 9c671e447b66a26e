import type { Flash } from "../forms/flash.ts"
import type { PageRequest } from "../page-request.ts"

/**
 * A form that is sent in place carries what its page showed, as `was`, and so does "Undo". Returns the message that
 * refuses it if that is no longer stored, with what is; undefined if nobody was faster. Lock the record before you read.
 */
export function findOutrun({ form }: PageRequest, stored: string, words: string): Flash | undefined {
  if ((form.was?.at(-1) ?? "") === stored) return undefined
  return { is_refusal: true, text: `Nothing was changed, because a colleague was faster: ${words}` }
}
