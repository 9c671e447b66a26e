import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"

/** Ends the corrections of a file, and of those it was sent in place of: staff accept it, or return it once more. */
export async function resolveCorrectionsOfFiles(
  tx: Tx,
  matter_id: string,
  document_ids: readonly string[],
  at = tx.now,
): Promise<void> {
  await tx.run(sql`
    update corrections set ended_as = 'resolved', ended_by = current_actor(), ended_at = ${at}
     where ${isOfFiles(matter_id, document_ids)} and requested_at <= ${at} and ended_at is null`)
}

/** Undoes that: the corrections that ended at that moment are open again. */
export async function reopenCorrectionsOfFiles(
  tx: Tx,
  matter_id: string,
  document_ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update corrections set ended_as = null, ended_by = null, ended_at = null
     where ${isOfFiles(matter_id, document_ids)} and ended_as = 'resolved' and ended_at = ${at}`)
}

/** SQL: whether a correction is of one of these files, or of one that it was sent in place of. */
function isOfFiles(matter_id: string, document_ids: readonly string[]): Sql {
  return sql`
    matter_id = ${matter_id} and kind = 'document' and record_id in (
      with recursive chain as (
           select id, replaces from documents where id = any(${[...document_ids]}::text[])
            union select d.id, d.replaces from documents d join chain on d.id = chain.replaces)
      select id from chain union select replaces from chain)`
}
