import { sql, type Tx } from "../../platform/db/sql.ts"

/** All but reading, which is no work: what an entry of another kind stands for must not be lost. */
const changesMatter = sql`a.action !~ '_(read|shown|exported)$' and a.action not in ('export_requested', 'documents_produced')`

export interface ImportedMatter {
  id: string
  name: string
  /** Someone has worked on it since. */
  is_touched: boolean
}

/** Which of these matters that an import created someone has worked on since. */
export function listImportedMatters(tx: Tx, matter_ids: readonly string[]): Promise<ImportedMatter[]> {
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
                 or exists (select from changes c where c.matter_id = m.id and c.changed_at > i.done_at)
                 -- Tags, due day, and file number leave no other trace.
                 or exists (select from audit_entries a
                             where a.matter_id = m.id and a.occurred_at > i.done_at and ${changesMatter})
                 or exists (select from import_lines l where l.result_id = m.id and l.outcome = 'joined'
                                                         and l.import_id is distinct from i.import_id) as is_touched
      from matters m
     -- Each portion has its own time, and a later one may join what an earlier one created. Other imports may have lines
     -- about the matter too. An import's lines are deleted after a while.
     cross join lateral (
       select coalesce(max(l.done_at), m.created_at) as done_at, max(l.close_date) as close_date, max(l.import_id) as import_id
         from import_lines l join import_lines c on c.import_id = l.import_id and c.result_id = l.result_id
        where l.result_id = m.id and l.outcome in ('created', 'joined') and c.outcome = 'created') i
     where m.id = any(${matter_ids}::text[]) order by m.id`)
}
