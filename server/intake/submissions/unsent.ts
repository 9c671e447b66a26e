import { sql, type Tx } from "../../platform/db/sql.ts"

/**
 * Whether a client, or staff on a client's behalf, changed something after the last submission, left a date at a year, or
 * chose to discuss a question; false for a matter never submitted. What the firm enters in the console is its own data,
 * not the client's to send, and what answers an open item belongs to that submission.
 */
export async function hasUnsentChanges(tx: Tx, matter_id: string): Promise<boolean> {
  const { has_changes } = await tx.one<{ has_changes: boolean }>(sql`
    select exists (
      select from (
             select changed_at as at, changed_by as by, impersonated from changes
              where matter_id = ${matter_id} and not is_awaited
             union all
             select typed_at, typed_by, false from unfinished_fields where matter_id = ${matter_id}
             union all
             select added_at, added_by, false from agenda_items where matter_id = ${matter_id}) done
       -- In a client's session all staff rows are visible but not all clients', so test for staff; API keys have no user.
       where (done.impersonated or done.by is not null and not exists (
                select from users u where u.id = done.by and u.is_firm_staff))
         and done.at > (select max(s.submitted_at) from submissions s
                         where s.matter_id = ${matter_id} and s.reason <> 'completed')) as has_changes`)
  return has_changes
}
