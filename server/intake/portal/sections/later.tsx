// The "let's talk about it" checkbox: instead of answering a field, the client puts it on the agenda of the first meeting.

import type { Form } from "../../../platform/http/responses/pages.ts"
import { seenOf, textOf } from "../../../web/portal/form.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { Checkbox } from "../../../web/ui/components/choice.tsx"
import { changeAgendaItem, isOnAgenda } from "../../matters/progress/agenda.ts"
import { type Field, type FieldEdit, laterName } from "../fields/field.ts"
import type { PageRequest } from "../page-request.ts"

export function LaterBox(props: { field: Field; words: Words; typed: Form | undefined }) {
  const { field, words, typed } = props
  const name = laterName(field.name)
  const isSent = typed !== undefined && seenOf(typed, field.name) !== undefined
  return (
    <Checkbox
      id={name}
      label={words.frame.later}
      hint={<span class="visually-hidden">{field.label}</span>}
      checked={isSent ? textOf(typed, name) !== undefined : field.later?.is_on}
    />
  )
}

/** Adds the checkbox to a field, ticked if the field is on the agenda. */
export async function withLater(
  req: PageRequest,
  field: Field,
  item: { record_id: string; field: string },
): Promise<Field> {
  const is_on = isOnAgenda(await req.loaded.agenda(), item.record_id, item.field)
  return { ...field, later: { ...item, is_on } }
}

/** Adds fields to the agenda or removes them, as the edits' checkboxes say. */
export async function recordLater(
  { tx, matter }: PageRequest,
  fields: readonly Field[],
  edits: readonly FieldEdit[],
): Promise<void> {
  for (const { field: edited, later } of edits) {
    const item = fields.find(({ name }) => name === edited)?.later
    if (item && later !== undefined && later !== item.is_on)
      await changeAgendaItem(tx, matter.id, item, later)
  }
}

/** A check page's words for an unanswered field on the agenda; blank for any other field. */
export function laterInWords({ given, later }: Field, { words }: Pick<PageRequest, "words">): string {
  return later?.is_on && !given ? words.frame.to_discuss : ""
}
