// The access of a helper whom a client asked for some parts.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

/** Ends the access with the last of its parts, and so the browsers it signed in. */
export async function revokeUsedUp(tx: Tx, invitation_id: string): Promise<void> {
  await tx.run(sql`
    update invitations i set revoked_at = ${tx.now}
     where i.id = ${invitation_id} and i.revoked_at is null and has_no_part_left(i, ${tx.now})`)
}

/** Notes that its link was mailed. */
export async function markSent(tx: Tx, invitation_id: string): Promise<void> {
  await tx.run(sql`update invitations set sent_at = ${tx.now} where id = ${invitation_id}`)
}
