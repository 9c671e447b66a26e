// Fields of which only a part was typed that makes no value: a date without its year, or with a day that its month
// does not have. The record holds no value then, never the one it held before; what was typed waits here.
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"

export interface UnfinishedField {
  /** The person, asset or, for answers, matter. */
  record_id: string
  field: string
  /** The parts as they were typed; none for an answer that is kept hidden. */
  typed: Readonly<Record<string, string>>
  typed_at: Date
}

/** Every field of a matter that holds no whole value yet. */
export function listUnfinishedFields(tx: Tx, matter_id: string): Promise<UnfinishedField[]> {
  return tx.all(
    sql`select record_id, field, typed, typed_at from unfinished_fields where matter_id = ${matter_id}`,
  )
}

/** Keeps what was typed into fields; the fields without `typed` hold a value again, or nothing. */
export async function recordUnfinishedFields(
  tx: Tx,
  matter_id: string,
  record_id: string,
  fields: readonly { field: string; typed?: Readonly<Record<string, string | undefined>> | undefined }[],
): Promise<void> {
  for (const { field, typed } of fields) {
    if (typed) {
      // A part is a few characters; what is longer was typed into the wrong field.
      const parts = Object.fromEntries(
        Object.entries(typed).map(([part, text = ""]) => [part, text.slice(0, 100)]),
      )
      await tx.run(sql`
        insert into unfinished_fields (matter_id, record_id, field, typed, typed_at)
        values (${matter_id}, ${record_id}, ${field}, ${json(parts)}, ${tx.now})
            on conflict (firm_id, matter_id, record_id, field) do update
           set typed = excluded.typed, typed_by = current_actor(), typed_at = excluded.typed_at`)
    } else {
      await tx.run(sql`
        delete from unfinished_fields
         where matter_id = ${matter_id} and record_id = ${record_id} and field = ${field}`)
    }
  }
}

/** Whether a field is among those begun. */
export function isUnfinished(
  unfinished: readonly UnfinishedField[],
  record_id: string,
  field: string,
): boolean {
  return unfinished.some((each) => each.record_id === record_id && each.field === field)
}
