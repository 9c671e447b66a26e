// The access of a helper whom a client asked for some parts.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { conflict } from "../platform/errors.ts"

/** Ends the access with the last of its parts, and so the browsers it signed in. */
export async function revokeUsedUp(tx: Tx, invitation_id: string): Promise<void> {
  await tx.run(sql`
    update invitations i set revoked_at = ${tx.now}
     where i.id = ${invitation_id} and i.revoked_at is null and has_no_part_left(i, ${tx.now})`)
}

/** Throws "conflict" for a helper who was asked for parts, all of which are over: a new link would open nothing. */
export async function requirePartLeft(tx: Tx, invitation_id: string): Promise<void> {
  const { is_over } = await tx.one<{ is_over: boolean }>(sql`
    select has_no_part_left(i, ${tx.now}) as is_over from invitations i where i.id = ${invitation_id}`)
  if (!is_over) return
  const why = "A client asked this helper for parts, and all of them are over. The client can ask again."
  throw conflict("no_part_left", why)
}

/** Notes that its link was mailed. */
export async function markSent(tx: Tx, invitation_id: string): Promise<void> {
  await tx.run(sql`update invitations set sent_at = ${tx.now} where id = ${invitation_id}`)
}
