// An email may wait for the mail server while its recipient loses access to its subject, so access is checked again
// before it is sent.

import { isVisibleToStaff } from "../../intake/matters/assignment.ts"
import { isActiveStaff } from "../../intake/notifications/recipients.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import type { WaitingMail } from "../../platform/mail/sending.ts"

/** The reason an email is not sent after all, for the outbox, which says that it was not; undefined if it is sent. */
export async function whyWithheld(
  tx: Tx,
  { recipient, matter_id, staff_id, invitation_id }: WaitingMail,
): Promise<string | undefined> {
  if (invitation_id !== null && !(await isInvited(tx, invitation_id, recipient)))
    return "the invitation was revoked, or its address changed, after this email was written."
  if (staff_id !== null && matter_id !== null && !(await seesMatter(tx, staff_id, matter_id)))
    return "the recipient lost access to the matter after this email was written."
  return undefined
}

async function seesMatter(tx: Tx, staff_id: string, matter_id: string): Promise<boolean> {
  const reader = await tx.maybe(sql`
    select u.id from users u join matters m on m.id = ${matter_id}
     where u.id = ${staff_id} and ${isActiveStaff} and ${isVisibleToStaff}`)
  return reader !== undefined
}

async function isInvited(tx: Tx, invitation_id: string, recipient: string): Promise<boolean> {
  const invited = await tx.maybe(sql`
    select i.id from invitations i left join users u on u.id = i.user_id
     where i.id = ${invitation_id} and i.revoked_at is null
       and lower(${recipient}) in (lower(i.email), lower(u.email))`)
  return invited !== undefined
}
