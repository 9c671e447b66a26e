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
  partner: "Fills in the same questionnaire, with answers of their own where each is asked.",
  representative: "Acts for the person the matter is about.",
  helper: "Someone who helps fill it in, for instance a daughter or an assistant.",
}

/** Who it is for, as one reads it. */
export function nameOf({ first_name, last_name, email, party }: InvitationRow): string {
  return `${first_name} ${last_name}`.trim() || email || partyWords[party]
}

/** `mail` is the state of its latest mail, if there is one. */
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
