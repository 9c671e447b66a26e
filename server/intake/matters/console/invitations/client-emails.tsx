// The state of the invitations of a matter, and of the emails to its clients.

import { isSending, type MailState, stateOfMail } from "../../../../platform/mail/mail-state.ts"
import { listLatestMails, type MailPurpose } from "../../../../platform/mail/outbox.ts"
import { MailTag, whyNotSent } from "../../../../web/console/mails/mail-tag.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import type { InvitationRow } from "../../invitations/invitations.ts"
import { listInvitationMails } from "../../invitations/mail-states.ts"

type Reader = Pick<PageRequest, "tx" | "parts">

/** The state of the latest email of a kind to an invitee; undefined if there is none. */
export type ClientEmails = (invitation_id: string, purpose: MailPurpose) => MailState | undefined

export async function readClientEmails({ tx, parts }: Reader, matter_id: string): Promise<ClientEmails> {
  const mails = await listLatestMails(tx, matter_id)
  const states = new Map(
    mails.map((mail) => [`${mail.invitation_id} ${mail.purpose}`, stateOfMail(mail, isSending(parts))]),
  )
  return (invitation_id, purpose) => states.get(`${invitation_id} ${purpose}`)
}

/** The worst state among the invitations of a matter that no one has started. */
export type InvitationState = "none" | "link" | "expired" | MailState["kind"]

const worst_first: readonly InvitationState[] = [
  "failed",
  "retrying",
  "expired",
  "unsent",
  "queued",
  "sent",
  "link",
]

export interface InvitationFlags {
  invitation_state: InvitationState
  /** For an invitee with a working link, the latest email of some kind was not delivered. */
  has_failed_mail: boolean
}

export async function readInvitationFlags(
  { tx, parts }: Reader,
  ids: readonly string[],
): Promise<Map<string, InvitationFlags>> {
  const rows = await listInvitationMails(tx, ids)
  const found = new Map<string, InvitationFlags>()
  for (const { matter_id, is_started, is_expired, purpose, ...mail } of rows) {
    const state = purpose === null ? "link" : stateOfMail(mail, isSending(parts)).kind
    const before = found.get(matter_id) ?? { invitation_state: "none", has_failed_mail: false }
    const isInvitation = purpose === null || purpose === "invitation"
    found.set(matter_id, {
      invitation_state:
        isInvitation && !is_started
          ? worseOf(before.invitation_state, is_expired ? "expired" : state)
          : before.invitation_state,
      has_failed_mail: before.has_failed_mail || state === "failed" || state === "retrying",
    })
  }
  return found
}

function worseOf(one: InvitationState, other: InvitationState): InvitationState {
  return worst_first.find((state) => state === one || state === other) ?? "none"
}

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
