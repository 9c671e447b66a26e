import { MailTag } from "../../../../operations/system/console/mails/mail-tag.tsx"
import type { MailState } from "../../../../platform/mail/mail-state.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import type { InvitationRow } from "../../invitations/invitations.ts"

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

/** For an invitation that no one has started: when its email reached its state, and when the link expires. */
export function StateLines(props: {
  invitation: InvitationRow
  mail: MailState | undefined
  req: PageRequest
}) {
  const { invitation, mail, req } = props
  const { revoked_at, started_at, expires_at, is_expired } = invitation
  if (revoked_at || started_at) return null
  const lines = [
    ...(mail && "at" in mail ? [{ label: mailLabels[mail.kind], at: mail.at }] : []),
    ...(expires_at ? [{ label: is_expired ? "Expired" : "Expires", at: expires_at }] : []),
  ]
  return lines.map(({ label, at }) => (
    <span class="cell-note cell-line" key={label}>
      {label} <When at={at} req={req} />
    </span>
  ))
}

/** Foyer does not learn whether an accepted email reaches the mailbox. */
const mailLabels = { queued: "Queued", sent: "Accepted by the mail server" } as const
