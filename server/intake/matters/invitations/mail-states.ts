import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { MailFate } from "../../../platform/mail/mail-state.ts"
import { isSending, type MailState, stateInOutbox, stateOfMail } from "../../../platform/mail/mail-state.ts"
import type { MailPurpose } from "../../../platform/mail/outbox.ts"
import { listLatestMails } from "../../../platform/mail/outbox.ts"
import { isExpired } from "./invitation-expiry.ts"

export interface InvitationMail extends MailFate {
  matter_id: string
  is_started: boolean
  is_expired: boolean
  /** Null when the link was never emailed. */
  purpose: MailPurpose | null
}

/**
 * The live invitations of these matters with the latest email of each purpose; an invitation that was never emailed has
 * a row too. Sign-in codes are left out: clients who need one just request another.
 */
export function listInvitationMails(tx: Tx, matter_ids: readonly string[]): Promise<InvitationMail[]> {
  return tx.all(sql`
    select i.matter_id, i.started_at is not null as is_started, ${isExpired(tx)} as is_expired, l.*
      from invitations i
     cross join lateral (
           (select distinct on (m.purpose) m.purpose, m.created_at, m.sent_at, m.gave_up_at, m.unsent_at, m.fault
              from mails m where m.invitation_id = i.id and m.purpose <> 'code' order by m.purpose, m.id desc)
           union all
           select null, i.created_at, null, null, null, null
            where not exists (select from mails m where m.invitation_id = i.id and m.purpose = 'invitation')) l
     where i.matter_id = any(${matter_ids}::text[]) and i.revoked_at is null
     order by i.id`)
}

/** Records that an invitation's link was emailed. */
export async function markLinkSent(tx: Tx, invitation_id: string): Promise<void> {
  await tx.run(sql`update invitations set sent_at = ${tx.now} where id = ${invitation_id}`)
}

/** Records that a reminder was due for this invitee, who had nothing to give. */
export async function markReminderUnneeded(tx: Tx, invitation_id: string): Promise<void> {
  await tx.run(sql`update invitations set reminder_unneeded_at = ${tx.now} where id = ${invitation_id}`)
}

interface Reader {
  tx: Tx
  parts: Parameters<typeof isSending>[0]
}

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
    const state = purpose === null ? "link" : stateInOutbox(mail, isSending(parts)).kind
    const before = found.get(matter_id) ?? { invitation_state: "none", has_failed_mail: false }
    const isInvitation = purpose === null || purpose === "invitation"
    found.set(matter_id, {
      invitation_state:
        isInvitation && !is_started
          ? worseOf(before.invitation_state, is_expired ? "expired" : state === "withheld" ? "link" : state)
          : before.invitation_state,
      has_failed_mail: before.has_failed_mail || state === "failed" || state === "retrying",
    })
  }
  return found
}

function worseOf(one: InvitationState, other: InvitationState): InvitationState {
  return worst_first.find((state) => state === one || state === other) ?? "none"
}
