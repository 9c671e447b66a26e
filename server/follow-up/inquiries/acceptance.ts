import { getFirm } from "../../firm/firms/firms.ts"
import { changePhones } from "../../intake/contacts/contact-details.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { createInvitation, type InvitationParts } from "../../intake/matters/invitations/invitations.ts"
import { sendInvitation } from "../../intake/matters/invitations/sending.ts"
import { createMatter } from "../../intake/matters/matters.ts"
import { mainPartyOf } from "../../intake/matters/parties/party-rules.ts"
import type { Tx } from "../../platform/db/database.ts"
import { addNote } from "../notes/notes.ts"
import { lockInquiry, markAccepted } from "./inquiries.ts"

export interface Acceptance {
  /** 1–200 characters. */
  matter_name: string
  assignee_id: string | null
}

/**
 * Accepts an inquiry: creates the matter, invites the person by email in their language, and saves their message as a
 * note. Returns the matter's id. Throws "conflict" for a decided inquiry, and "bad request" for an inactive
 * questionnaire.
 */
export async function acceptInquiry(
  tx: Tx,
  parts: InvitationParts,
  id: string,
  { matter_name, assignee_id }: Acceptance,
): Promise<string> {
  const inquiry = await lockInquiry(tx, parts.ring, id)
  const { questionnaire_id, first_name, last_name, email, phone, message, language } = inquiry
  const client = { first_name, last_name, email }
  const matter = await createMatter(tx, { questionnaire_id, matter_name, client })
  const party = mainPartyOf(matter.client_type)
  const invitation = await createInvitation(tx, parts, { ...client, matter_id: matter.id, party })
  await sendInvitation(tx, parts, invitation.id, { language })
  const contact_id = matter.contact_representative_id ?? matter.contact_main_id
  if (phone) await changePhones(tx, contact_id, [{ type: "mobile", number: phone }])
  if (assignee_id) await assignMatter(tx, matter.id, assignee_id)
  const note = (text: string) =>
    addNote(tx, matter.id, { text, is_quoted: true, assignee_id: null, due_date: null })
  if (message) await note(`From the inquiry: “${message}”`)
  const { accepted_text, accepted_text_at } = inquiry
  if (accepted_text && accepted_text_at) {
    const { time_zone: timeZone } = await getFirm(tx)
    const at = accepted_text_at.toLocaleString("en-US", { timeZone, dateStyle: "long", timeStyle: "long" })
    await note(`Accepted on the start page on ${at}: “${accepted_text}”`)
  }
  await markAccepted(tx, id)
  return matter.id
}
