import { type Flash, type FlashKey, type Undo, unchanged } from "../forms/flash.ts"
import type { PageRequest } from "../page-request.ts"

/**
 * A form that is sent in place carries what its page showed, as `was`, and so does "Undo". Returns the message that
 * refuses it if that is no longer stored, with what is; undefined if nobody was faster. Lock the record before you read.
 */
export function findStale({ form }: PageRequest, stored: string, words: string): Flash | undefined {
  if ((form.was?.at(-1) ?? "") === stored) return undefined
  return { is_refusal: true, text: `Nothing was changed, because a colleague was faster: ${words}` }
}

interface Change {
  /** Locks the record, and returns what is stored as the form shows it. */
  read: () => Promise<string>
  /** What is stored, in a sentence. */
  words: (stored: string) => string | Promise<string>
  save: () => Promise<unknown>
  done: (stored: string) => FlashKey
  /** The fields that restore the earlier value. */
  undo: (earlier: string) => Undo["fields"]
}

/** Changes one value in place, unless a colleague was faster, and returns the message with its "Undo". */
export async function changeValue(req: PageRequest, change: Change): Promise<Flash> {
  const { read, words, save, done, undo } = change
  const earlier = await read()
  const isStale = findStale(req, earlier, "") !== undefined
  const stale = isStale && findStale(req, earlier, await words(earlier))
  if (stale) return stale
  await save()
  const was = await read()
  if (was === earlier) return unchanged
  const action = req.url.split("?")[0] ?? ""
  return { done: done(was), text: await words(was), undo: { action, fields: { ...undo(earlier), was } } }
}
