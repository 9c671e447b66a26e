// A press of Start binds an invitation to a client user, who acts from then on.
import { queueStaffNotice } from "../../../firm/events/staff-notices.ts"
import { createClientUser } from "../../../firm/users/users.ts"
import { actAs } from "../../../platform/db/act-as.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { conflict, found } from "../../../platform/errors.ts"
import { lockForEditing } from "../editing.ts"
import { markStarted } from "../lifecycle.ts"
import { lockInvitation, lockMatterOf } from "./invitations.ts"
import { revoked } from "./revoked-invitations.ts"

/**
 * Handles a press of Start. The first press creates the client user and marks the matter started; that user then acts
 * in the rest of the transaction. Throws "conflict" for a revoked or expired link, or a matter clients may not edit;
 * with `only_open`, they may start to give what a completed one still waits for.
 */
export async function startInvitation(
  tx: Tx,
  id: string,
  { only_open = false } = {},
): Promise<{ user_id: string; matter_id: string }> {
  await lockMatterOf(tx, id)
  const invitation = found(await lockInvitation(tx, id))
  if (invitation.revoked_at) throw revoked()
  if (invitation.is_expired)
    throw conflict("invitation_expired", "This link has expired. Ask the firm for a new one.")
  const { matter_id, email, first_name, last_name } = invitation
  const user_id =
    invitation.user_id ?? (await createClientUser(tx, { email, name: `${first_name} ${last_name}`.trim() }))
  await actAs(tx, user_id)
  if (only_open) await lockForEditing(tx, matter_id, async () => true)
  const isFirst = !only_open && (await markStarted(tx, matter_id))
  if (!isFirst && invitation.started_at === null)
    await queueStaffNotice(tx, { kind: "invitation_opened", matter_id, about: id })
  await tx.run(sql`
    update invitations set user_id = ${user_id}, started_at = coalesce(started_at, ${tx.now}), claimed_at = ${tx.now}
     where id = ${id}`)
  return { user_id, matter_id }
}
