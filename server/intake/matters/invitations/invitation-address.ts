import { changeClientEmail } from "../../../firm/users/users.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { conflict, found } from "../../../platform/errors.ts"
import {
  type InvitationParts,
  type IssuedInvitation,
  lockInvitation,
  lockMatterOf,
  renewInvitation,
} from "./invitations.ts"
import type { ClientOfMatter } from "./invited.ts"
import { mailRequestsLater, mailReturnsLater } from "./waiting-emails.ts"

/**
 * Gives an invitation another address and a new link, because the previous recipient must not be able to start. Throws
 * "conflict" once the person has started: from then on they change their own address.
 */
export async function correctAddress(
  tx: Tx,
  parts: InvitationParts,
  id: string,
  email: string,
): Promise<IssuedInvitation> {
  await lockMatterOf(tx, id)
  const { started_at } = found(await lockInvitation(tx, id))
  if (started_at) {
    throw conflict("already_started", "This person has started and changes the address in their own account.")
  }
  const issued = await renewInvitation(tx, parts, id)
  await tx.run(sql`update invitations set email = ${email} where id = ${id}`)
  return issued
}

/** Changes the address of a client who has started, and has the client emailed about what waited for one. */
export async function changeOwnAddress(
  tx: Tx,
  { user_id, matter_id }: ClientOfMatter,
  email: string,
): Promise<void> {
  await changeClientEmail(tx, user_id, email)
  await mailRequestsLater(tx, matter_id)
  await mailReturnsLater(tx, matter_id)
}
