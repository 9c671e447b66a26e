import type { InvitationRow } from "../../../matters/invitations.ts"
import type { Party } from "../../../matters/parties.ts"
import type { MailState } from "../../../platform/mail/mail-state.ts"
import { Tag } from "../../../ui/components/tag.tsx"
import { MailTag } from "../../mails/mail-tag.tsx"

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
export function inviteeName({ first_name, last_name, email, party }: InvitationRow): string {
  return `${first_name} ${last_name}`.trim() || email || partyWords[party]
}

/** `mail` is the state of the latest invitation email, if any. */
export function InvitationTag({
  invitation,
  mail,
}: {
  invitation: InvitationRow
  mail: MailState | undefined
}) {
  if (invitation.revoked_at) return <Tag tone="neutral">Revoked</Tag>
  if (invitation.started_at) return <Tag tone="success">Started</Tag>
  if (invitation.is_expired) return <Tag tone="warning">Expired</Tag>
  return mail ? <MailTag state={mail} /> : <Tag tone="warning">Not sent</Tag>
}
