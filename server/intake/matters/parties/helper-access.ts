// Access of a helper, asked by a client to fill in some parts.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { conflict } from "../../../platform/errors.ts"

/** Revokes the invitation, and with it the sessions it opened, once the helper has no part left. */
export async function revokeIfNoPartLeft(tx: Tx, invitation_id: string): Promise<void> {
  await tx.run(sql`
    update invitations i set revoked_at = ${tx.now}
     where i.id = ${invitation_id} and i.revoked_at is null and has_no_part_left(i, ${tx.now})`)
}

/** Throws "conflict" when all of a helper's parts are over: a new link would open nothing. */
export async function requirePartLeft(tx: Tx, invitation_id: string): Promise<void> {
  const { is_over } = await tx.one<{ is_over: boolean }>(sql`
    select has_no_part_left(i, ${tx.now}) as is_over from invitations i where i.id = ${invitation_id}`)
  if (!is_over) return
  const why = "A client asked this helper for parts, and all of them are over. The client can ask again."
  throw conflict("no_part_left", why)
}
