import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

/** Longer than a deleted matter waits to be restored. */
const retention_days = 60
const batch = 2_000

/**
 * Removes client users of whom a deleted matter has left nothing but the id, once no event names it anymore; returns
 * how many, so many at once at most.
 */
export function removeEmptiedUsers(tx: Tx): Promise<number> {
  return tx.run(sql`
    delete from users using (
      select u.firm_id, u.id from users u
       where u.emptied_at < ${tx.now}::timestamptz - make_interval(days => ${retention_days})
         and not exists (select from invitations i where i.firm_id = u.firm_id and i.user_id = u.id)
         and not exists (select from events e where e.firm_id = u.firm_id and e.user_id = u.id)
         and not exists (select from sessions s where s.firm_id = u.firm_id and s.user_id = u.id)
       limit ${batch} for update of u skip locked) old
     where users.firm_id = old.firm_id and users.id = old.id`)
}
