import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"

/** When a link issued now expires, by the firm's setting; NULL for never. */
export function expiryOfNewLink(tx: Tx): Sql {
  return sql`(select ${tx.now}::timestamptz + make_interval(days => (f.settings ->> 'invitation_days')::integer)
                from firms f where f.id = current_firm())`
}

/** Whether the link of invitation `i` has expired. */
export function isExpired(tx: Tx): Sql {
  return sql`coalesce(i.started_at is null and i.expires_at <= ${tx.now}, false)`
}
