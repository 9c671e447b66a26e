// A mail may have waited for the mail server while whoever it was written to lost what it tells of: asked again before it
// goes.
import { isVisibleToStaff } from "../matters/assignment.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { WaitingMail } from "../platform/mail/sending.ts"
import { isAtWork } from "./recipients.ts"

/** Why a mail is not sent after all, for the outbox; undefined where it is. */
export async function whyWithheld(
  tx: Tx,
  { recipient, matter_id, staff_id, invitation_id }: WaitingMail,
): Promise<string | undefined> {
  if (invitation_id !== null && !(await isInvited(tx, invitation_id, recipient)))
    return "Not sent: since it was written, the invitation was revoked or got another address."
  if (staff_id !== null && matter_id !== null && !(await seesMatter(tx, staff_id, matter_id)))
    return "Not sent: since it was written, the recipient has lost access to the matter."
  return undefined
}

async function seesMatter(tx: Tx, staff_id: string, matter_id: string): Promise<boolean> {
  const reader = await tx.maybe(sql`
    select u.id from users u join matters m on m.id = ${matter_id}
     where u.id = ${staff_id} and ${isAtWork} and ${isVisibleToStaff}`)
  return reader !== undefined
}

async function isInvited(tx: Tx, invitation_id: string, recipient: string): Promise<boolean> {
  const invited = await tx.maybe(sql`
    select i.id from invitations i left join users u on u.id = i.user_id
     where i.id = ${invitation_id} and i.revoked_at is null
       and lower(${recipient}) in (lower(i.email), lower(u.email))`)
  return invited !== undefined
}
