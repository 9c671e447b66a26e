import { changeAgendaItem, isOnAgenda } from "../matters/agenda.ts"
import type { Field, FieldEdit } from "./field.ts"
import type { PageRequest } from "./page-request.ts"

/** Offers to leave a field to a conversation, with whether the client has done so. */
export async function withLater(
  req: PageRequest,
  field: Field,
  place: { record_id: string; field: string },
): Promise<Field> {
  const is_on = isOnAgenda(await req.loaded.agenda(), place.record_id, place.field)
  return { ...field, later: { ...place, is_on } }
}

/** Puts on the agenda what was left to a conversation, and takes off what no longer is. */
export async function recordLater(
  { tx, matter }: PageRequest,
  fields: readonly Field[],
  edits: readonly FieldEdit[],
): Promise<void> {
  for (const { field: edited, later } of edits) {
    const place = fields.find(({ name }) => name === edited)?.later
    if (place && later !== undefined && later !== place.is_on)
      await changeAgendaItem(tx, matter.id, place, later)
  }
}

/** What a check page says of a field without an answer that is left to a conversation; blank for any other. */
export function laterInWords({ given, later }: Field, { words }: Pick<PageRequest, "words">): string {
  return later?.is_on && !given ? words.frame.to_discuss : ""
}
