import type { InvitationRow } from "../../invitations/invitations.ts"
import type { Party } from "../../parties/parties.ts"

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

/** `inviteeName` within a sentence: "the client". */
export function nameInSentence(invitation: InvitationRow): string {
  return knownName(invitation) || `the ${partyWords[invitation.party].toLowerCase()}`
}

function knownName({ first_name, last_name, email }: InvitationRow): string {
  return `${first_name} ${last_name}`.trim() || email || ""
}
