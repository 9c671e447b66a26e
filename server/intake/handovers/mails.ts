// Emails about handed-over sections. They say that something is waiting, never which section.
import type { Language } from "../../definition/text.ts"
import { dateIn, displayDate } from "../../definition/values/dates.ts"
import { getFirm } from "../../firm/firms/firms.ts"
import type { Tx } from "../../platform/db/database.ts"
import { getInvitation, type InvitationParts } from "../matters/invitations/invitations.ts"
import { queueInviteeEmail } from "../matters/invitations/invitee-emails.ts"
import { markLinkSent } from "../matters/invitations/mail-states.ts"
import { clientsInWords } from "../matters/invitations/sending.ts"

/**
 * Emails the other client that they were asked to help, or the client who asked that a section was given back; returns
 * whether an address is known. `language` is for someone who has not chosen one.
 */
export async function mailHandover(
  tx: Tx,
  parts: InvitationParts,
  email: "handover_request" | "handover_returned",
  { invitation_id, by, language }: { invitation_id: string; by: string; language?: Language | undefined },
): Promise<boolean> {
  const { email: address, revoked_at, is_paused } = await getInvitation(tx, invitation_id)
  if (address === "" || revoked_at !== null || is_paused) return false
  const about = { invitation_id, email, purpose: "handover", language } as const
  await queueInviteeEmail(tx, parts, about, () => ({ sender: by }))
  return true
}

/** Emails a helper their link, with the client's note and the day the link expires. */
export async function mailHelper(
  tx: Tx,
  parts: InvitationParts,
  invitation_id: string,
  {
    by,
    line,
    expires_at,
    language,
  }: { by: string; line: string; expires_at: Date; language?: Language | undefined },
): Promise<void> {
  const { time_zone } = await getFirm(tx)
  const day = dateIn(time_zone, expires_at)
  const { matter_id } = await getInvitation(tx, invitation_id)
  const clients = {
    en: await clientsInWords(tx, matter_id, "en"),
    es: await clientsInWords(tx, matter_id, "es"),
  }
  const about = { invitation_id, email: "handover_helper", purpose: "invitation", language } as const
  await queueInviteeEmail(tx, parts, about, (lang) => ({
    sender: by,
    clients: clients[lang],
    note: line,
    last_day: displayDate(day, lang),
  }))
  await markLinkSent(tx, invitation_id)
}
