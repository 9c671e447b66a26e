// The invitations of a matter with what became of their emails, as the firm's software reads them.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { found, notFound } from "../../../platform/errors.ts"
import { timestampText } from "../../../platform/http/responses/timestamps.ts"
import { stateOfMail } from "../../../platform/mail/mail-state.ts"
import { listLatestMails } from "../../../platform/mail/outbox.ts"
import { getMatterRow } from "../matter-row.ts"
import { isExpired } from "./invitation-expiry.ts"
import { getInvitation, type InvitationRow } from "./invitations.ts"
import { mailAddress } from "./invited.ts"
import { isPaused } from "./paused-invitations.ts"
import type { Invitation } from "./schema.ts"

/** One invitation of this matter; throws "not found". */
export async function getInvitationOf(tx: Tx, matter_id: string, id: string): Promise<InvitationRow> {
  const invitation = await getInvitation(tx, id)
  if (invitation.matter_id !== matter_id) throw notFound()
  return invitation
}

/** All of a matter; throws "not found". `is_sending`: whether there is a mail server. */
export async function listMatterInvitations(
  tx: Tx,
  matter_id: string,
  is_sending: boolean,
): Promise<Invitation[]> {
  await getMatterRow(tx, matter_id)
  const [rows, mails] = await Promise.all([
    tx.all<Omit<Invitation, `email_${string}`>>(sql`
      select i.id, i.party, ${mailAddress} as email, i.first_name, i.last_name, i.is_for_parts,
             ${isPaused} as is_paused,
             case when i.revoked_at is not null then 'revoked' when i.started_at is not null then 'started'
                  when ${isExpired(tx)} then 'expired' else 'open' end as state,
             timestamp_text(i.created_at) as created_at, timestamp_text(i.started_at) as started_at,
             case when i.started_at is null then timestamp_text(i.expires_at) end as expires_at,
             timestamp_text(i.revoked_at) as revoked_at
        from invitations i where i.matter_id = ${matter_id} order by i.id`),
    listLatestMails(tx, matter_id),
  ])
  return rows.map((row) => {
    const mail = mails.find(
      ({ invitation_id, purpose }) => invitation_id === row.id && purpose === "invitation",
    )
    const state = mail && stateOfMail(mail, is_sending)
    return {
      ...row,
      email_state: state?.kind ?? null,
      email_sent_at: state?.kind === "sent" ? timestampText(state.at) : null,
      email_fault: state && "fault" in state ? state.fault : null,
    }
  })
}

/** One of them; throws "not found". */
export async function getMatterInvitation(
  tx: Tx,
  { matter_id, id, is_sending }: { matter_id: string; id: string; is_sending: boolean },
): Promise<Invitation> {
  return found((await listMatterInvitations(tx, matter_id, is_sending)).find((one) => one.id === id))
}
