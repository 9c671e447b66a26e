// What a client does not know yet and wants to talk about: the agenda of the first meeting. It asks nothing of the
// record, which holds an answer or none; but what stands here no longer keeps the matter from being sent.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

export interface AgendaItem {
  /** The person, or, for questions, roles and documents, the matter. */
  record_id: string
  /** The person's field; or the question, role or document, with the client it is asked of, as `answerKey` has it. */
  field: string
  added_at: Date
}

/** Everything the client wants to talk about, in no order. */
export function listAgendaItems(tx: Tx, matter_id: string): Promise<AgendaItem[]> {
  return tx.all(sql`select record_id, field, added_at from agenda_items where matter_id = ${matter_id}`)
}

/** Puts a field on the agenda, or takes it off. */
export async function changeAgendaItem(
  tx: Tx,
  matter_id: string,
  { record_id, field }: Omit<AgendaItem, "added_at">,
  is_on: boolean,
): Promise<void> {
  if (is_on)
    await tx.run(sql`
      insert into agenda_items (matter_id, record_id, field, added_at)
      values (${matter_id}, ${record_id}, ${field}, ${tx.now})
          on conflict (firm_id, matter_id, record_id, field) do nothing`)
  else
    await tx.run(sql`
      delete from agenda_items where matter_id = ${matter_id} and record_id = ${record_id} and field = ${field}`)
}

/** Whether a field is on the agenda. */
export function isOnAgenda(agenda: readonly AgendaItem[], record_id: string, field: string): boolean {
  return agenda.some((item) => item.record_id === record_id && item.field === field)
}
