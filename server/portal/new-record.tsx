import type { Form } from "../platform/http/pages.ts"
import { type IdKind, idPrefixes, isId, newId } from "../platform/ids.ts"
import { textOf } from "./form.ts"

export const newRecordField = "new_record"

/**
 * The id a form's new record is stored under. It travels with the form, so that a form which is sent twice, or
 * once more after going back, is still about one record.
 */
export function newRecordId(kind: IdKind, form: Form = {}): string {
  const sent = textOf(form, newRecordField) ?? ""
  return isId(kind, sent) && isOfAboutNow(kind, sent) ? sent : newId(kind)
}

/** Ids begin with the time they were made: a form stays open for days, and clocks differ by minutes. */
function isOfAboutNow(kind: IdKind, id: string): boolean {
  const created_ms = Number.parseInt(id.slice(idPrefixes[kind].length, idPrefixes[kind].length + 12), 16)
  const age_ms = Date.now() - created_ms
  return age_ms > -5 * 60_000 && age_ms < 45 * 24 * 3_600_000
}

export function NewRecord({ id }: { id: string }) {
  return <input type="hidden" name={newRecordField} value={id} />
}
