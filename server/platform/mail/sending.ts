import type { Database } from "../db/database.ts"
import { isAway } from "../db/database-faults.ts"
import { sql, type Tx } from "../db/sql.ts"
import { jobQueues } from "../jobs/queue.ts"
import type { KeyRing } from "../secrets/key-ring.ts"
import { inSpan } from "../tracing.ts"
import { withheld_prefix } from "./mail-state.ts"
import { type Mailer, MailFailed, MailServerAway } from "./mailer.ts"
import { type MailPurpose, openMailBody, subjectContext } from "./outbox.ts"
import { chooseReplyTo, replyCandidates } from "./reply-to.ts"

export interface SendingParts {
  db: Database
  ring: KeyRing
  mailer: Mailer
  /** Returns why the recipient may no longer receive the email, as the end of a sentence; undefined if they may. */
  whyWithheld?: (tx: Tx, mail: WaitingMail) => Promise<string | undefined>
  /** Called in the transaction that records that an email to a client has failed. */
  tellFailed?: (tx: Tx, mail: FailedMail) => Promise<void>
}

/** An email to a client that was given up, or has been failing for an hour. */
export interface FailedMail {
  mail_id: string
  matter_id: string
  purpose: MailPurpose
  /** Given up. */
  is_lost: boolean
}

/** An email about to be sent. */
export interface WaitingMail {
  recipient: string
  matter_id: string | null
  /** The member of staff who would read about the matter, or the invitation it belongs to. */
  staff_id: string | null
  invitation_id: string | null
}

/** The first attempt plus the queue's retries. */
const max_attempts = jobQueues["send-mail"].retries + 1
const told_after_ms = 3_600_000
const unknown_fault = "This program failed to send it. Its log says why."

export interface QueuedMail {
  firm_id: string
  mail_id: string
}

/**
 * Sends an email from the outbox, unless it was already sent. Throws if a retry may succeed. An email that the server
 * permanently refuses is marked as failed and stays in the outbox with the reason, as do emails without a mail server,
 * those of test firms, and those the recipient may no longer receive.
 */
export async function sendQueuedMail(
  { db, ring, mailer, whyWithheld, tellFailed }: SendingParts,
  { firm_id, mail_id }: QueuedMail,
): Promise<void> {
  if (!mailer.is_sending) return db.forFirm(firm_id, (tx) => markUnsent(tx, mail_id))
  const mail = await db.forFirm(firm_id, (tx) => findUnsent(tx, mail_id, whyWithheld))
  if (mail === undefined) return
  const { recipient, body_sealed, firm_name, reply_candidates } = mail
  const reply_to = chooseReplyTo(reply_candidates, recipient)
  try {
    const earlier = () =>
      mail.subject_sealed ? ring.open(mail.subject_sealed, subjectContext(mail_id)) : mail.subject
    const { subject = earlier(), text, html } = openMailBody(ring, mail_id, body_sealed)
    await inSpan("email", { "foyer.mail_id": mail_id }, () =>
      mailer.send({ to: recipient, subject, text, html, from_name: firm_name, reply_to, id: mail_id }),
    )
  } catch (caught) {
    if (isAway(caught)) throw caught
    const error = caught instanceof MailFailed ? caught : new MailFailed(unknown_fault, false)
    await db.forFirm(firm_id, async (tx) => {
      const failed = await markFailed(tx, mail_id, error)
      if (failed) await tellFailed?.(tx, failed)
    })
    if (error.permanent) return
    throw caught
  }
  await db.forFirm(firm_id, (tx) => markSent(tx, mail_id))
}

/**
 * Sends several emails in parallel, each once. Throws if one of them has to be retried; the others are not sent again. Throws
 * `MailServerAway` before any other error.
 */
export async function sendQueuedMails(parts: SendingParts, mails: readonly QueuedMail[]): Promise<void> {
  const once = new Map(mails.map((mail) => [mail.mail_id, mail])).values()
  const outcomes = await Promise.allSettled(Array.from(once, (mail) => sendQueuedMail(parts, mail)))
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []))
  const away = reasons.find((reason) => reason instanceof MailServerAway)
  if (reasons.length > 0) throw away ?? reasons[0]
}

interface UnsentMail extends WaitingMail {
  subject: string
  subject_sealed: string | null
  body_sealed: string
  firm_name: string
  is_test: boolean
  reply_candidates: string[]
}

async function findUnsent(
  tx: Tx,
  mail_id: string,
  whyWithheld: SendingParts["whyWithheld"],
): Promise<UnsentMail | undefined> {
  const mail = await tx.maybe<UnsentMail>(sql`
    select f.is_test, m.recipient, m.subject, m.subject_sealed, m.body_sealed, f.name as firm_name, m.matter_id,
           m.staff_id, m.invitation_id,
           ${replyCandidates} as reply_candidates
      from mails m join firms f on f.id = m.firm_id
     where m.id = ${mail_id} and m.sent_at is null and m.body_sealed is not null`)
  if (mail?.is_test) {
    await markUnsent(tx, mail_id)
    return undefined
  }
  const why = mail && (await whyWithheld?.(tx, mail))
  if (!why) return mail
  await tx.run(sql`
    update mails set fault = ${`${withheld_prefix} ${why}`}, gave_up_at = ${tx.now}, unsent_at = null where id = ${mail_id}`)
  return undefined
}

async function markSent(tx: Tx, mail_id: string): Promise<void> {
  await tx.run(
    sql`update mails set sent_at = ${tx.now}, attempts = attempts + 1, fault = null, gave_up_at = null, unsent_at = null
         where id = ${mail_id}`,
  )
}

async function markUnsent(tx: Tx, mail_id: string): Promise<void> {
  await tx.run(sql`update mails set unsent_at = ${tx.now} where id = ${mail_id} and sent_at is null`)
}

/** Records the reason; returns the email if someone has to be notified. A server that is away takes no try from it. */
async function markFailed(tx: Tx, mail_id: string, failure: MailFailed): Promise<FailedMail | undefined> {
  const { message, permanent } = failure
  const tries = failure instanceof MailServerAway ? 0 : 1
  const mail = await tx.maybe<FailedMail & { matter_id: string | null; created_at: Date }>(sql`
    update mails
       set attempts = attempts + ${tries}, fault = ${message.slice(0, 500)}, unsent_at = null,
           gave_up_at = case when ${permanent} or attempts + ${tries} >= ${max_attempts} or purpose = 'test' then ${tx.now}::timestamptz end
     where id = ${mail_id}
    returning id as mail_id, case when purpose is not null then matter_id end as matter_id, purpose,
              gave_up_at is not null as is_lost, created_at`)
  if (!mail?.matter_id) return undefined
  const isLate = tx.now.getTime() - mail.created_at.getTime() >= told_after_ms
  return mail.is_lost || isLate ? mail : undefined
}
