import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { InvitationRow } from "../../invitations/invitations.ts"
import { getInvitationOf } from "../../invitations/matter-invitations.ts"
import type { MatterRow } from "../../matter-row.ts"
import type { Party } from "../../parties/parties.ts"
import { requireMatter } from "../frame/require-matter.ts"

/** The matter and the invitation of the page's address; throws "not found". */
export async function requireInvitation(
  req: PageRequest,
): Promise<{ matter: MatterRow; invitation: InvitationRow }> {
  const matter = await requireMatter(req)
  const invitation = await getInvitationOf(req.tx, matter.id, req.param("invitation_id"))
  return { matter, invitation }
}

/** What every form on the page of an invitation has. */
export async function openInvitation(req: PageRequest) {
  const { matter, invitation } = await requireInvitation(req)
  return { record: invitation, cancel: invitationUrl(matter, invitation) }
}

/** The URL of the invitation's page. */
export function invitationUrl(matter: Pick<MatterRow, "id">, { id }: Pick<InvitationRow, "id">): string {
  return `/console/matters/${matter.id}/invitations/${id}`
}

export const partyWords: Record<Party, string> = {
  main: "Client",
  partner: "Spouse or partner",
  representative: "Representative",
  helper: "Helper",
}

export const partyHints: Record<Party, string> = {
  main: "The person the matter is about.",
  partner: "Fills in the same questionnaire and answers separately where the questionnaire asks each client.",
  representative: "Acts for the person the matter is about.",
  helper: "Someone who helps fill it in, such as a daughter or an assistant.",
}

/** The invitee's name or, if unknown, email address or part in the matter. */
export function inviteeName(invitation: InvitationRow): string {
  return knownName(invitation) || partyWords[invitation.party]
}

/** Who gets an email, to choose from several: "Ada Smith (main client)". */
export function recipientLabel(invitation: InvitationRow): string {
  return `${inviteeName(invitation)} (${partyWords[invitation.party].toLowerCase()})`
}

/** `inviteeName` within a sentence: "the client". */
export function nameInSentence(invitation: InvitationRow): string {
  return knownName(invitation) || `the ${partyWords[invitation.party].toLowerCase()}`
}

function knownName({ first_name, last_name, email }: InvitationRow): string {
  return `${first_name} ${last_name}`.trim() || email || ""
}
