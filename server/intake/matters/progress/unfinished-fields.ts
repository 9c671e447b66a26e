// Fields whose typed text is not a value yet: a date without its year, or with a day its month doesn't have. The record
// then holds no value, never the previous one; the text is stored here.
import { json, type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { sinceSubmission } from "../changes/changes.ts"

export interface UnfinishedField {
  /** The id of the contact or asset; for answers, of the matter. */
  record_id: string
  field: string
  /** The typed parts; empty for a sensitive answer. */
  typed: Readonly<Record<string, string>>
  typed_at: Date
}

/** Every unfinished field of a matter. */
export function listUnfinishedFields(tx: Tx, matter_id: string): Promise<UnfinishedField[]> {
  return tx.all(unfinishedOf(matter_id))
}

export function unfinishedOf(matter_id: string | Sql): Sql {
  return sql`select record_id, field, typed, typed_at from unfinished_fields where matter_id = ${matter_id}`
}

/** Stores the text typed into fields. Fields without `typed` are finished or empty, and no longer unfinished. */
export async function recordUnfinishedFields(
  tx: Tx,
  matter_id: string,
  record_id: string,
  fields: readonly { field: string; typed?: Readonly<Record<string, string | undefined>> | undefined }[],
): Promise<void> {
  for (const { field, typed } of fields) {
    if (typed) {
      // A part is a few characters; longer text was typed into the wrong field.
      const parts = Object.fromEntries(
        Object.entries(typed).map(([part, text = ""]) => [part, text.slice(0, 100)]),
      )
      await tx.run(sql`
        with stored as (
          insert into unfinished_fields (matter_id, record_id, field, typed, typed_at, is_change)
          values (${matter_id}, ${record_id}, ${field}, ${json(parts)}, ${sinceSubmission(tx, matter_id)}, true)
              on conflict (firm_id, matter_id, record_id, field) do update
             set typed = excluded.typed, typed_by = current_actor(), typed_at = excluded.typed_at, is_change = true
           where unfinished_fields.typed <> excluded.typed
          returning field)
        update matters set last_activity_at = greatest(last_activity_at, ${sinceSubmission(tx, matter_id)})
         where id = ${matter_id} and exists (select from stored)`)
    } else {
      await tx.run(sql`
        delete from unfinished_fields
         where matter_id = ${matter_id} and record_id = ${record_id} and field = ${field}`)
    }
  }
}

export function isUnfinished(
  unfinished: readonly Pick<UnfinishedField, "record_id" | "field">[],
  record_id: string,
  field: string,
): boolean {
  return unfinished.some((each) => each.record_id === record_id && each.field === field)
}
