// The state of an invitation, and of the emails to its invitee, in words.

import type { MailState } from "../../../../platform/mail/mail-state.ts"
import type { MailPurpose } from "../../../../platform/mail/outbox.ts"
import { MailTag, whyNotSent } from "../../../../web/console/mails/mail-tag.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import type { InvitationRow } from "../../invitations/invitations.ts"
import type { ClientEmails } from "../../invitations/mail-states.ts"

const purposes = ["invitation", "reminder", "corrections", "message", "handover", "code"] as const
const purposeWords: Record<MailPurpose, string> = {
  invitation: "Invitation",
  reminder: "Reminder",
  corrections: "Request for corrections",
  message: "Email about a message",
  handover: "Email about a part to fill in",
  code: "Sign-in code",
}

/** `mail` is the state of the latest invitation email, if any. */
export function InvitationTag(props: { invitation: InvitationRow; mail: MailState | undefined }) {
  const { invitation, mail } = props
  if (invitation.revoked_at) return <Tag tone="neutral">Revoked</Tag>
  if (invitation.started_at) return <Tag tone="success">Started</Tag>
  if (invitation.is_expired) return <Tag tone="warning">Expired</Tag>
  return mail ? <MailTag state={mail} /> : <Tag tone="warning">Not sent</Tag>
}

/** The state of an invitation; when its email and its link reached theirs; and which of its emails were not sent, and why. */
export function StateOfInvitation(props: {
  invitation: InvitationRow
  mails: ClientEmails
  req: PageRequest
}) {
  const { invitation, mails, req } = props
  const { id, revoked_at, started_at, expires_at, is_expired } = invitation
  const mail = mails(id, "invitation")
  const isWaiting = !revoked_at && !started_at
  const line = (text: string, at?: Date) => (
    <span class="cell-note cell-line" key={text}>
      {text} {at && <When at={at} req={req} in_text />}
    </span>
  )
  const notes = purposes.flatMap((purpose) => {
    const state = mails(id, purpose)
    const why = state && whyNotSent(state)
    if (!why || revoked_at || (purpose === "invitation" && started_at)) return []
    return [purpose === "invitation" ? why : `${purposeWords[purpose]} not sent: ${why}`]
  })
  return (
    <>
      <InvitationTag invitation={invitation} mail={mail} />
      {isWaiting && mail && "at" in mail && line(mailLabels[mail.kind], mail.at)}
      {isWaiting && expires_at && line(is_expired ? "Since" : "Expires", expires_at)}
      {notes.map((note) => line(note))}
    </>
  )
}

/** Foyer does not learn whether an accepted email reaches the mailbox. */
const mailLabels = { queued: "Queued", sent: "Accepted by the mail server" } as const
