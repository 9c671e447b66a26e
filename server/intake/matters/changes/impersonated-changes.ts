import { sql, type Tx, userName } from "../../../platform/db/sql.ts"

export interface ImpersonatedChange {
  record_id: string
  field: string
  changed_by: string
  is_by_staff: boolean
  changed_at: Date
}

/**
 * Fields whose current value came from staff or a helper on the client's behalf, latest first. Helpers don't see their
 * own changes here.
 */
export function listImpersonatedChanges(tx: Tx, matter_id: string): Promise<ImpersonatedChange[]> {
  return tx.all(sql`
    select c.record_id, c.field, ${userName(sql`u`)} as changed_by, c.changed_at,
           c.impersonated as is_by_staff
      from changes c left join users u on u.id = c.changed_by
     where c.matter_id = ${matter_id}
       and (c.impersonated or (c.changed_by is distinct from current_actor() and exists (
              select from invitations i
               where i.matter_id = c.matter_id and i.user_id = c.changed_by and i.party = 'helper')))
       and not exists (select from changes later
                        where later.record_id = c.record_id and later.field = c.field and later.revision > c.revision)
     order by c.changed_at desc, c.record_id, c.field`)
}
