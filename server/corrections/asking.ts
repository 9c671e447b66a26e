import { lockForEditing, mayClientEdit } from "../matters/editing.ts"
import { type InvitationParts, type InvitationRow, listInvitations } from "../matters/invitations.ts"
import { markReopened } from "../matters/life.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { badRequest, conflict } from "../platform/errors.ts"
import { sendAskingMail } from "./asking-mail.ts"
import { closed } from "./corrections.ts"

export interface Asking {
  /** Invitations whose people are told by mail; the others see it when they come back. */
  invitation_ids: readonly string[]
  /** Lets the client edit again where the client no longer may. */
  let_edit: boolean
}

/**
 * Asks the client about everything collected, with one mail to each of those named; returns how many things that
 * are. Throws "conflict" for a matter that is closed, not begun, or has nothing collected, and "bad request" when
 * the client may not edit and `let_edit` is not set, or an invitation cannot be mailed to.
 */
export async function askForCorrections(
  tx: Tx,
  parts: InvitationParts,
  matter_id: string,
  { invitation_ids, let_edit }: Asking,
): Promise<number> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.close_date !== null) throw closed()
  if (matter.started_at === null && !matter.is_submitted)
    throw conflict("not_started", "The client has not begun yet, so there is nothing to correct.")
  const told = (await listInvitations(tx, matter_id)).filter(({ id }) => invitation_ids.includes(id))
  if (told.length < new Set(invitation_ids).size || !told.every(mayBeMailed)) {
    const message = "Choose people whose link works and whose address is known."
    throw badRequest([{ param: "told", code: "unknown_invitation", message }])
  }
  if (!mayClientEdit(matter)) {
    const message = "The client cannot edit this matter now. Tick the box to reopen it for the client."
    if (!let_edit) throw badRequest([{ param: "let_edit", code: "not_editable", message }])
    await markReopened(tx, matter_id)
  }
  const count = await tx.run(sql`
    update corrections set asked_at = ${tx.now}, asked_by = current_actor()
     where matter_id = ${matter_id} and asked_at is null`)
  if (count === 0) throw conflict("nothing_collected", "There is nothing on the list to ask about.")
  for (const { id } of told) await sendAskingMail(tx, parts, id, count)
  return count
}

/** Whether a mail with the link of this invitation reaches somebody who can use it. */
export function mayBeMailed({ email, revoked_at }: Pick<InvitationRow, "email" | "revoked_at">): boolean {
  return email !== "" && revoked_at === null
}
