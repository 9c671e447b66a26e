// What a client doesn't know yet and wants to discuss: the agenda of the first meeting. The record itself stays
// unchanged, but a field on the agenda no longer blocks submission.
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { sinceSubmission } from "../changes/changes.ts"

export interface AgendaItem {
  /** The contact's id; for questions, roles and documents, the matter's. */
  record_id: string
  /** The contact's field, or the `answerKey` of a question, role or document. */
  field: string
  added_at: Date
}

/** Selects all agenda items of a matter, in no particular order. */
export function agendaOf(matter_id: string | Sql): Sql {
  return sql`select record_id, field, added_at from agenda_items where matter_id = ${matter_id}`
}

/** Puts a field on the agenda or takes it off. */
export async function changeAgendaItem(
  tx: Tx,
  matter_id: string,
  { record_id, field }: Omit<AgendaItem, "added_at">,
  is_on: boolean,
): Promise<void> {
  if (is_on)
    await tx.run(sql`
      with added as (
        insert into agenda_items (matter_id, record_id, field, added_at, is_change)
        values (${matter_id}, ${record_id}, ${field}, ${sinceSubmission(tx, matter_id)}, true)
            on conflict (firm_id, matter_id, record_id, field) do nothing
        returning field)
      update matters set last_activity_at = greatest(last_activity_at, ${sinceSubmission(tx, matter_id)})
       where id = ${matter_id} and exists (select from added)`)
  else
    await tx.run(sql`
      delete from agenda_items where matter_id = ${matter_id} and record_id = ${record_id} and field = ${field}`)
}

export function isOnAgenda(
  agenda: readonly Omit<AgendaItem, "added_at">[],
  record_id: string,
  field: string,
): boolean {
  return agenda.some((item) => item.record_id === record_id && item.field === field)
}
