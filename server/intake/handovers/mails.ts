// Emails about handed-over sections. They say that something is waiting, never which section.
import { dateIn, displayDate } from "../../definition/values/dates.ts"
import { getFirm } from "../../firm/firms/firms.ts"
import type { Tx } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { getInvitation, type InvitationParts } from "../matters/invitations/invitations.ts"
import { queueInviteeEmail } from "../matters/invitations/invitee-emails.ts"
import { clientsInWords, markLinkSent } from "../matters/invitations/sending.ts"

/**
 * Emails the other client that they were asked to help, or the client who asked that a section was given back; does
 * nothing if no address is known.
 */
export async function mailHandover(
  tx: Tx,
  parts: InvitationParts,
  email: "handover_request" | "handover_returned",
  { invitation_id, by }: { invitation_id: string; by: string },
): Promise<void> {
  const found = await tx.maybe(sql`
    select i.id from invitations i left join users u on u.id = i.user_id
     where i.id = ${invitation_id} and i.revoked_at is null and coalesce(nullif(u.email, ''), i.email) <> ''`)
  if (found)
    await queueInviteeEmail(tx, parts, { invitation_id, email, purpose: "handover" }, () => ({ sender: by }))
}

/** Emails a helper their link, with the client's note and the day the link expires. */
export async function mailHelper(
  tx: Tx,
  parts: InvitationParts,
  invitation_id: string,
  { by, line, expires_at }: { by: string; line: string; expires_at: Date },
): Promise<void> {
  const { time_zone } = await getFirm(tx)
  const day = dateIn(time_zone, expires_at)
  const { matter_id } = await getInvitation(tx, invitation_id)
  const clients = {
    en: await clientsInWords(tx, matter_id, "en"),
    es: await clientsInWords(tx, matter_id, "es"),
  }
  const about = { invitation_id, email: "handover_helper", purpose: "invitation" } as const
  await queueInviteeEmail(tx, parts, about, (language) => ({
    sender: by,
    clients: clients[language],
    note: line,
    last_day: displayDate(day, language),
  }))
  await markLinkSent(tx, invitation_id)
}
