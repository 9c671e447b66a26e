// Emails that staff send to themselves, to see whether they arrive and how they look.
import { sql, type Tx } from "../db/sql.ts"
import { type MailFate, type MailState, stateOfMail } from "./mail-state.ts"
import { type MailerOptions, MailFailed, openMailer } from "./mailer.ts"
import { addMail, type NewMail } from "./outbox.ts"
import { type SendingParts, sendQueuedMail } from "./sending.ts"

/** Someone waits for the answer in front of a page. */
const timeout_ms = 15_000

/** Sends an email at once, the way the worker does but only once, and returns what became of it. Records it in the outbox. */
export async function tryMail(
  { db, ring, config }: Pick<SendingParts, "db" | "ring"> & { config: MailSettings },
  firm_id: string,
  mail: NewMail,
): Promise<MailState> {
  const mail_id = await db.forFirm(firm_id, (tx) => addMail(tx, ring, { ...mail, purpose: "test" }))
  const mailer = openMailer({ smtp_url: config.smtp_url, from: config.mail_from, timeout_ms })
  try {
    await sendQueuedMail({ db, ring, mailer }, { firm_id, mail_id })
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error
  } finally {
    mailer.close()
  }
  const fate = await db.forFirm(firm_id, (tx) =>
    tx.one<MailFate>(sql`
      select created_at, sent_at, gave_up_at, unsent_at, fault from mails where id = ${mail_id}`),
  )
  return stateOfMail(fate, mailer.is_sending)
}

interface MailSettings {
  smtp_url?: MailerOptions["smtp_url"]
  mail_from: MailerOptions["from"]
}

/** Enough to tell, however many emails wait where there never was a mail server. */
const newest = 1_000

/** Whether the mail server has accepted one of this firm's newest emails. */
export async function hasSentMail(tx: Tx): Promise<boolean> {
  const { has_sent } = await tx.one<{ has_sent: boolean }>(sql`
    select exists (
      select from (select sent_at from mails order by id desc limit ${newest}) m where sent_at is not null) as has_sent`)
  return has_sent
}
