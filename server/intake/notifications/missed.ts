// While sharing is paused, the partner's link opens nothing, so no email leads there. Once it resumes, the partner is told
// what came meanwhile.

import { sql, type Tx } from "../../platform/db/sql.ts"
import { mailRequests } from "../checklist/requests.ts"
import { listCorrections } from "../corrections/corrections.ts"
import { mailAbout, mayBeMailed } from "../corrections/emails.ts"
import { type InvitationParts, listInvitations } from "../matters/invitations/invitations.ts"
import type { Pause } from "../matters/parties/parties.ts"
import { withInviteeView } from "../matters/progress/parts-alone.ts"
import { emailClients } from "../messages/client-mail.ts"

/** Emails the partner, once, about the documents, corrections, and messages of the pause. */
export async function mailMissed(
  tx: Tx,
  parts: InvitationParts,
  matter_id: string,
  pause: Pause,
): Promise<void> {
  await mailRequests(tx, parts, matter_id, pause)
  const invitations = await listInvitations(tx, matter_id)
  const partner = invitations.find(({ party, revoked_at }) => party === "partner" && revoked_at === null)
  if (!partner) return
  const { since, until } = pause
  const told = await tx.maybe(sql`
    select from mails where invitation_id = ${partner.id} and purpose = 'corrections' and created_at >= ${until} limit 1`)
  if (mayBeMailed(partner) && !told) {
    const corrections = await withInviteeView(tx, partner.id, () => listCorrections(tx, matter_id))
    const missed = corrections.filter(
      ({ state, requested_at }) => state === "open" && requested_at && requested_at >= new Date(since),
    )
    await mailAbout(tx, parts, partner.id, missed.length)
  }
  const topics = await tx.all<{ topic_id: string }>(sql`
    select distinct topic_id from messages
     where matter_id = ${matter_id} and not is_from_client and written_at >= ${since} order by topic_id`)
  for (const { topic_id } of topics)
    await emailClients(tx, parts, { matter_id, topic_id, invitation_id: partner.id })
}
