import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

/**
 * Whether a client changed something after the matter was last sent, or staff did so on their behalf; false for a
 * matter never sent. What the firm enters in the console is its own, and nothing to send.
 */
export async function hasUnsentChanges(tx: Tx, matter_id: string): Promise<boolean> {
  const { has_changes } = await tx.one<{ has_changes: boolean }>(sql`
    select exists (
      select from changes c
       where c.matter_id = ${matter_id}
         -- Clients see all staff, but not everyone who ever answered with them; other software has no user.
         and (c.impersonated or c.changed_by is not null and not exists (
                select from users u where u.id = c.changed_by and u.is_firm_staff))
         and c.changed_at > (select max(s.submitted_at) from submissions s
                              where s.matter_id = ${matter_id} and s.reason <> 'completed')) as has_changes`)
  return has_changes
}
