import { sql, type Tx } from "../../platform/db/sql.ts"

/** Longer than a deleted matter can be restored. */
const retention_days = 60
const batch = 2_000

/**
 * Deletes client users that a purged matter reduced to an id, once no event names them. Returns how many, up to a limit
 * per call.
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
