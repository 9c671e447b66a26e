import type { Database, Tx } from "../db/database.ts"
import { sql } from "../db/sql.ts"
import type { KeyRing } from "../secrets/key_ring.ts"
import { inSpan } from "../tracing.ts"
import { type Mailer, MailFailed } from "./mailer.ts"
import { openMailBody } from "./outbox.ts"

export interface SendingParts {
  db: Database
  ring: KeyRing
  mailer: Mailer
}

export interface QueuedMail {
  firm_id: string
  mail_id: string
}

/**
 * Sends a mail of the outbox, unless it was sent already or there is no mail server. Throws when another try may
 * succeed; a mail that the server refuses for good is marked so, and stays in the outbox with the reason.
 */
export async function sendQueuedMail(
  { db, ring, mailer }: SendingParts,
  { firm_id, mail_id }: QueuedMail,
): Promise<void> {
  if (!mailer.is_sending) return
  const mail = await db.forFirm(firm_id, (tx) => findUnsent(tx, mail_id))
  if (mail === undefined) return
  const { recipient, subject, body_sealed, firm_name } = mail
  try {
    const { text, html } = openMailBody(ring, mail_id, body_sealed)
    await inSpan("email", { "foyer.mail_id": mail_id }, () =>
      mailer.send({ to: recipient, subject, text, html, from_name: firm_name, id: mail_id }),
    )
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error
    await db.forFirm(firm_id, (tx) => markFailed(tx, mail_id, error.message))
    if (error.permanent) return
    throw error
  }
  await db.forFirm(firm_id, (tx) => markSent(tx, mail_id))
}

/** Sends several mails at once; throws when one of them has to be tried again, which leaves alone those that went out. */
export async function sendQueuedMails(parts: SendingParts, mails: readonly QueuedMail[]): Promise<void> {
  const outcomes = await Promise.allSettled(mails.map((mail) => sendQueuedMail(parts, mail)))
  const failed = outcomes.find((outcome) => outcome.status === "rejected")
  if (failed) throw failed.reason
}

interface UnsentMail {
  recipient: string
  subject: string
  body_sealed: string
  firm_name: string
}

function findUnsent(tx: Tx, mail_id: string): Promise<UnsentMail | undefined> {
  return tx.maybe(sql`
    select m.recipient, m.subject, m.body_sealed, f.name as firm_name
      from mails m join firms f on f.id = m.firm_id
     where m.id = ${mail_id} and m.sent_at is null and m.body_sealed is not null`)
}

async function markSent(tx: Tx, mail_id: string): Promise<void> {
  await tx.run(
    sql`update mails set sent_at = ${tx.now}, tries = tries + 1, fault = null where id = ${mail_id}`,
  )
}

async function markFailed(tx: Tx, mail_id: string, fault: string): Promise<void> {
  await tx.run(sql`update mails set tries = tries + 1, fault = ${fault.slice(0, 500)} where id = ${mail_id}`)
}
