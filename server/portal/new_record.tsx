import type { Form } from "../platform/http/pages.ts"
import { type IdKind, isId, newId } from "../platform/ids.ts"
import { textOf } from "./form.ts"

const newRecordField = "new_record"

/**
 * The id a form's new record is stored under. It travels with the form, so that a form which is sent twice, or
 * once more after going back, is still about one record.
 */
export function newRecordId(kind: IdKind, form: Form = {}): string {
  const sent = textOf(form, newRecordField) ?? ""
  return isId(kind, sent) ? sent : newId(kind)
}

export function NewRecord({ id }: { id: string }) {
  return <input type="hidden" name={newRecordField} value={id} />
}
