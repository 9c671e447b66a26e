// The email that notifies clients of the firm's messages: one until they read them, and at most one a day.

import { later } from "../../platform/clock.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import type { InvitationParts } from "../matters/invitations/invitations.ts"
import { joinedMailAddress } from "../matters/invitations/invited.ts"
import { queueInviteeEmail } from "../matters/invitations/invitee-emails.ts"
import { isPaused } from "../matters/invitations/paused-invitations.ts"

/** At least so long between two emails to one person about the messages, or the later changes, of a matter. */
export const hours_between_emails = 24

/**
 * Notifies everyone with a working link and an address, or only who has this invitation, that there is a message; its text
 * stays behind the link.
 */
export async function emailClients(
  tx: Tx,
  parts: InvitationParts,
  {
    matter_id,
    topic_id,
    invitation_id = "",
  }: { matter_id: string; topic_id: string; invitation_id?: string },
): Promise<void> {
  const before = later(tx.now, { hours: -hours_between_emails })
  const invitations = await tx.all<{ id: string }>(sql`
    select i.id from invitations i left join users u on u.id = i.user_id
     where i.matter_id = ${matter_id} and i.revoked_at is null and not i.is_for_parts and ${joinedMailAddress} <> ''
       and not ${isPaused} and (${invitation_id} = '' or i.id = ${invitation_id})
       -- A topic about a question that each client answers alone is for that client only.
       and not exists (
             select from message_topics t join matters m on m.id = t.matter_id
              where t.id = ${topic_id} and t.question_id = any(m.separate_parts)
                and t.about is distinct from case i.party when 'main' then m.contact_main_id
                                                          when 'partner' then m.contact_spouse_id end)
       and not exists (
             select from mails l
              where l.invitation_id = i.id and l.purpose = 'message' and l.created_at > ${before}
                -- What reached no one, or went to an earlier address, has told them nothing.
                and l.gave_up_at is null and lower(l.recipient) = lower(${joinedMailAddress})
                and l.created_at > coalesce((select max(r.read_at) from message_reads r
                                              where r.matter_id = i.matter_id and r.user_id = i.user_id), '-infinity'))
     order by i.id`)
  for (const { id } of invitations)
    await queueInviteeEmail(
      tx,
      parts,
      { invitation_id: id, email: "message", purpose: "message" },
      () => ({}),
    )
}
