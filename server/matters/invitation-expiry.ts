// How long a link works that nobody has started with. Whoever has started comes back by a code: their link never expires.
import { changeSettings } from "../firms/firms.ts"
import type { Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"

export const max_invitation_days = 365

/** After how many days a link expires with which nobody has started: the firm's setting; null for never. */
export function invitationDaysOf({ invitation_days }: Readonly<Record<string, unknown>>): number | null {
  return typeof invitation_days === "number" ? invitation_days : null
}

/** Saves the days, 1 to 365, for links that are created or sent from now on; null for never. */
export function changeInvitationDays(tx: Tx, firm_id: string, invitation_days: number | null): Promise<void> {
  return changeSettings(tx, firm_id, { invitation_days })
}

/** When a link expires that is handed out now, by the firm's setting; NULL for never. */
export function expiryOfNewLink(tx: Tx): Sql {
  return sql`(select ${tx.now}::timestamptz + make_interval(days => (f.settings ->> 'invitation_days')::integer)
                from firms f where f.id = current_firm())`
}

/** Whether the link of the invitation `i` has expired. */
export function isExpired(tx: Tx): Sql {
  return sql`coalesce(i.started_at is null and i.expires_at <= ${tx.now}, false)`
}
