import { type Sql, sql } from "../../../platform/db/sql.ts"

/** Fields that staff organize matters by; they are not part of a submission. */
const ownFields = ["name", "assignee_id", "scheduled_reminders", "stage"]

/** Selects those of these matters that anyone, staff included, has changed since they were submitted, apart from open items. */
export function changedAmong(matter_ids: readonly string[]): Sql {
  return sql`
    select m.id from matters m
     where m.id = any(${matter_ids}::text[]) and m.submitted_at is not null and (
             exists (select from changes c where c.matter_id = m.id and c.changed_at > m.submitted_at and not c.is_awaited
                        and not (c.record_id = m.id and c.field = any(${ownFields}::text[])))
             or exists (select from documents d where d.matter_id = m.id and d.message_id is null
                           and d.uploaded_at > m.submitted_at
                           and not exists (select from changes a where a.record_id = d.id and a.is_awaited)))`
}
