import type { Form } from "../../../platform/http/responses/pages.ts"
import { type IdKind, idPrefixes, isId, newId } from "../../../platform/ids.ts"
import { textOf } from "../form.ts"

export const newRecordField = "new_record"

/** The id of the record a form creates. It is part of the form, so submitting the form twice creates one record. */
export function newRecordId(kind: IdKind, form: Form = {}): string {
  const sent = textOf(form, newRecordField) ?? ""
  return isId(kind, sent) && isRecent(kind, sent) ? sent : newId(kind)
}

/** Ids begin with their creation time. Accepts 45 days, for forms left open, and 5 minutes of clock skew. */
function isRecent(kind: IdKind, id: string): boolean {
  const created_ms = Number.parseInt(id.slice(idPrefixes[kind].length, idPrefixes[kind].length + 12), 16)
  const age_ms = Date.now() - created_ms
  return age_ms > -5 * 60_000 && age_ms < 45 * 24 * 3_600_000
}

export function NewRecord({ id }: { id: string }) {
  return <input type="hidden" name={newRecordField} value={id} />
}
