import { sql, type Tx } from "../../platform/db/sql.ts"

export interface ImportedMatter {
  id: string
  name: string
  /** Someone has worked on it since. */
  is_touched: boolean
}

/** Which of these matters, created at that time by an import, someone has worked on since. */
export function listImportedMatters(
  tx: Tx,
  matter_ids: readonly string[],
  created_at: Date | string | null,
): Promise<ImportedMatter[]> {
  return tx.all(sql`
    select m.id, m.name, m.started_at is not null or m.last_activity_at > i.done_at
                 or m.close_date is distinct from i.close_date
                 or m.is_restricted
                 or exists (select from invitations i where i.matter_id = m.id)
                 or exists (select from notes n where n.matter_id = m.id and n.written_at > i.done_at)
                 -- An import creates none of these.
                 or exists (select from documents d where d.matter_id = m.id)
                 or exists (select from message_topics t where t.matter_id = m.id)
                 or exists (select from matter_holds h where h.matter_id = m.id)
                 or exists (select from changes c where c.matter_id = m.id and c.changed_at > i.done_at) as is_touched
      from matters m
     -- Each portion has its own time; an import of an earlier release has none of its lines.
     cross join lateral (
       select coalesce(max(l.done_at), ${created_at}) as done_at, max(l.close_date) as close_date
         from import_lines l where l.result_id = m.id) i
     where m.id = any(${matter_ids}::text[]) order by m.id`)
}
