import { sql, type Tx } from "../../platform/db/sql.ts"

/**
 * Whether a client, or staff on a client's behalf, changed something after the last submission; false for a matter
 * never submitted. What the firm enters in the console is its own data, not the client's to send, and what answers an
 * open item belongs to that submission.
 */
export async function hasUnsentChanges(tx: Tx, matter_id: string): Promise<boolean> {
  const { has_changes } = await tx.one<{ has_changes: boolean }>(sql`
    select exists (
      select from changes c
       where c.matter_id = ${matter_id} and not c.is_awaited
         -- In a client's session all staff rows are visible but not all clients', so test for staff; API keys have no user.
         and (c.impersonated or c.changed_by is not null and not exists (
                select from users u where u.id = c.changed_by and u.is_firm_staff))
         and c.changed_at > (select max(s.submitted_at) from submissions s
                              where s.matter_id = ${matter_id} and s.reason <> 'completed')) as has_changes`)
  return has_changes
}
