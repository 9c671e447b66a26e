// What became of the mails to the clients of a matter, in the words of its pages.
import { listInvitationMails } from "../../../matters/invitation-mails.ts"
import { type MailState, stateOfMail } from "../../../platform/mail/mail-state.ts"
import { listLatestMails, type MailPurpose } from "../../../platform/mail/outbox.ts"
import { isSending, whyNotSent } from "../../mails/mail-tag.tsx"
import type { PageRequest } from "../../page-request.ts"

type Reader = Pick<PageRequest, "tx" | "parts">

/** The state of the latest mail of a kind to somebody invited; undefined where there is none. */
export type ClientMails = (invitation_id: string, purpose: MailPurpose) => MailState | undefined

export async function readClientMails({ tx, parts }: Reader, matter_id: string): Promise<ClientMails> {
  const mails = await listLatestMails(tx, matter_id)
  const states = new Map(
    mails.map((mail) => [`${mail.invitation_id} ${mail.purpose}`, stateOfMail(mail, isSending(parts))]),
  )
  return (invitation_id, purpose) => states.get(`${invitation_id} ${purpose}`)
}

/** How far the invitations of a matter have come that nobody has started with; the worst counts. */
export type InvitedBy = "none" | "link" | "expired" | MailState["kind"]

const worst_first: readonly InvitedBy[] = [
  "failed",
  "retrying",
  "expired",
  "unsent",
  "queued",
  "sent",
  "link",
]

export interface EmailedPeople {
  invited_by: InvitedBy
  /** The latest mail of some kind to somebody with a live link did not get through. */
  has_failed_mail: boolean
}

export async function readEmailedPeople(
  { tx, parts }: Reader,
  ids: readonly string[],
): Promise<Map<string, EmailedPeople>> {
  const rows = await listInvitationMails(tx, ids)
  const found = new Map<string, EmailedPeople>()
  for (const { matter_id, is_started, is_expired, purpose, ...mail } of rows) {
    const state = purpose === null ? "link" : stateOfMail(mail, isSending(parts)).kind
    const before = found.get(matter_id) ?? { invited_by: "none", has_failed_mail: false }
    const isInvitation = purpose === null || purpose === "invitation"
    found.set(matter_id, {
      invited_by:
        isInvitation && !is_started
          ? worseOf(before.invited_by, is_expired ? "expired" : state)
          : before.invited_by,
      has_failed_mail: before.has_failed_mail || state === "failed" || state === "retrying",
    })
  }
  return found
}

function worseOf(one: InvitedBy, other: InvitedBy): InvitedBy {
  return worst_first.find((state) => state === one || state === other) ?? "none"
}

const purposeWords: Record<MailPurpose, string> = {
  invitation: "Invitation",
  reminder: "Reminder",
  corrections: "Request for corrections",
  message: "Email about a message",
  handover: "Email about a part to fill in",
  code: "Sign-in code",
}

/** Under the state of an invitation: what did not arrive, and why. */
export function MailNotes(props: { invitation_id: string; isStarted: boolean; mails: ClientMails }) {
  const { invitation_id, isStarted, mails } = props
  const purposes = ["invitation", "reminder", "corrections", "message", "handover", "code"] as const
  const notes = purposes.flatMap((purpose) => {
    const state = mails(invitation_id, purpose)
    const why = state && whyNotSent(state)
    if (!why || (purpose === "invitation" && isStarted)) return []
    return [purpose === "invitation" ? why : `${purposeWords[purpose]} not sent: ${why}`]
  })
  return notes.map((note) => (
    <span class="cell-note cell-line" key={note}>
      {note}
    </span>
  ))
}
