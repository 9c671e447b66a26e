// Every email goes through the outbox: it is written in the transaction that causes it and sent after the commit.
// Without a mail server, staff read it there. Subject and text are sealed; what lists show of the subject is sealed apart,
// without codes.

import { isAmong, json, sql, type Tx } from "../db/sql.ts"
import { type Listing, listCounted, type Page } from "../http/responses/paging.ts"
import { newId } from "../ids.ts"
import { enqueue, enqueueOnce } from "../jobs/queue.ts"
import type { KeyRing } from "../secrets/key-ring.ts"
import { oneLine, requireAddress } from "./addresses.ts"
import { type MailContent, renderMail } from "./layout.ts"
import { isInState, type MailFilters } from "./mail-filters.ts"
import type { MailFate } from "./mail-state.ts"
import { chooseReplyTo, replyCandidates } from "./reply-to.ts"

export interface NewMail extends Omit<MailContent, "firm_name" | "color" | "heading"> {
  recipient: string
  subject: string
  /** The subject, if it is not set. */
  heading?: string
  /** Carries a code or a link that signs its recipient in: nobody else reads it while a mail server sends it. */
  is_secret?: boolean
  /** The subject without its code, for lists and the audit log. The subject, if it is not set. */
  listed_as?: string
  /** The matter it is about; the email is deleted with it. */
  matter_id?: string | undefined
  /** The recipient, if it goes to staff about a matter; their access to the matter is checked again before sending. */
  staff_id?: string
  /** The purpose of an email to a client or to a prospective client; "test" for one that staff send to themselves. */
  purpose?: MailPurpose | "inquiry_code" | "inquiry_declined" | "test"
  invitation_id?: string
}

/** Stands for a code where the subject is listed. */
export const hiddenCode = "••••••"

export type MailPurpose =
  | "invitation"
  | "reminder"
  | "corrections"
  | "documents"
  | "message"
  | "handover"
  | "code"

/** Adds an email in the firm's name and color to the outbox and enqueues a job that sends it; returns its id. Throws `BadMailAddress`. */
export async function queueMail(tx: Tx, ring: KeyRing, mail: NewMail): Promise<string> {
  const id = await addMail(tx, ring, mail)
  await enqueue(tx, "send-mail", { mail_id: id })
  return id
}

/** Adds it without a job, for a caller that sends it. */
export async function addMail(
  tx: Tx,
  ring: KeyRing,
  {
    recipient,
    subject,
    matter_id,
    staff_id,
    purpose,
    invitation_id,
    is_secret = false,
    listed_as = subject,
    ...content
  }: NewMail,
): Promise<string> {
  const id = newId("mail")
  const firm = await tx.one<Pick<MailContent, "firm_name" | "color">>(
    sql`select name as firm_name, color from firms where id = current_firm()`,
  )
  const parts = renderMail({ heading: subject, ...firm, ...content })
  const body = ring.seal(json({ subject, ...parts }), mailContext(id))
  // The release before sends and lists the plain subject, until the last of its processes has ended.
  const plain = oneLine(firm.firm_name)
  await tx.run(sql`
    insert into mails (id, recipient, subject, subject_sealed, body_sealed, is_secret, matter_id, staff_id, purpose,
                       invitation_id, created_at)
    values (${id}, ${requireAddress(recipient)}, ${plain}, ${ring.seal(listed_as, subjectContext(id))}, ${body},
            ${is_secret}, ${matter_id ?? null}, ${staff_id ?? null}, ${purpose ?? null}, ${invitation_id ?? null}, ${tx.now})`)
  return id
}

/** Decrypts an email in the outbox; one of an earlier release has its subject beside it, in plain text. */
export function openMailBody(
  ring: KeyRing,
  id: string,
  body_sealed: string,
): { subject?: string; text: string; html: string } {
  return JSON.parse(ring.open(body_sealed, mailContext(id))) as {
    subject?: string
    text: string
    html: string
  }
}

/** The encryption context of an email's body. */
export function mailContext(id: string): string {
  return `mails:${id}`
}

/** The encryption context of an email's subject as lists show it. */
export function subjectContext(id: string): string {
  return `mails:${id}:subject`
}

/** An email as staff see it in the outbox. */
export interface MailRow extends MailFate {
  id: string
  recipient: string
  /** Without its code. */
  subject: string
  attempts: number
}

const columns = sql`
  id, recipient, subject, subject_sealed, purpose as kind, created_at, sent_at, gave_up_at, unsent_at, attempts, fault`

/** A row as it is stored. */
type Sealed<Row extends MailRow> = Row & { subject_sealed: string | null; kind: string | null }

/** Emails of an earlier release keep their subject in plain text, and in it a code that has long expired. */
function unseal<Row extends MailRow>(ring: KeyRing, { subject_sealed, kind, ...row }: Sealed<Row>) {
  const old =
    kind === "code" || kind === "inquiry_code" ? row.subject.replace(/\d{6}/, hiddenCode) : row.subject
  return {
    ...row,
    subject: subject_sealed === null ? old : ring.open(subject_sealed, subjectContext(row.id)),
  }
}

/** Returns a page of the outbox, newest first, without bodies. */
export async function listMails(
  tx: Tx,
  ring: KeyRing,
  page: Page,
  filters: MailFilters = {},
): Promise<Listing<MailRow>> {
  const { recipient = "", state } = filters
  const where = sql`
    where (${recipient} = '' or strpos(lower(recipient), lower(${recipient})) > 0) and ${state ? isInState(state) : sql`true`}`
  const order = sql`order by id desc`
  const { rows, count } = await listCounted<Sealed<MailRow>>(
    tx,
    { columns, from: sql`mails`, where, order },
    page,
  )
  return { rows: rows.map((row) => unseal(ring, row)), count }
}

/** Returns these emails, in no order. */
export async function listMailsOf(tx: Tx, ring: KeyRing, ids: readonly string[]): Promise<MailRow[]> {
  if (ids.length === 0) return []
  const rows = await tx.all<Sealed<MailRow>>(sql`select ${columns} from mails where ${isAmong(sql`id`, ids)}`)
  return rows.map((row) => unseal(ring, row))
}

/** Returns the latest email of each purpose to each invitation of a matter. */
export function listLatestMails(
  tx: Tx,
  matter_id: string,
): Promise<(MailFate & { invitation_id: string; purpose: MailPurpose })[]> {
  return tx.all(sql`
    select distinct on (invitation_id, purpose) invitation_id, purpose, created_at, sent_at, gave_up_at, unsent_at, fault
      from mails where matter_id = ${matter_id} and invitation_id is not null and purpose is not null
     order by invitation_id, purpose, id desc`)
}

/** Has an unsent email sent now: once, however often this is requested. Throws "not found". */
export async function sendAgain(tx: Tx, id: string): Promise<void> {
  await tx.one(
    sql`update mails set gave_up_at = null, unsent_at = null, attempts = 0 where id = ${id} returning id`,
  )
  await enqueueOnce(tx, "send-mail", { mail_id: id })
}

/** A single email as staff read it. */
export interface MailDetails extends MailRow {
  matter_id: string | null
  text: string
  html: string
  /** Carries a code or a link that signs its recipient in. */
  is_secret: boolean
  /** False once its text was removed; both parts are then empty. */
  has_text: boolean
  /** Where replies go if it is sent now. */
  reply_to: string | undefined
}

/** Returns an email with both parts. Throws "not found". */
export async function getMail(tx: Tx, ring: KeyRing, id: string): Promise<MailDetails> {
  const { body_sealed, reply_candidates, ...row } = await tx.one<
    Sealed<MailRow> & {
      matter_id: string | null
      is_secret: boolean
      body_sealed: string | null
      reply_candidates: string[]
    }
  >(sql`
    select m.id, recipient, subject, subject_sealed, purpose as kind, m.created_at, sent_at, gave_up_at, unsent_at,
           attempts, fault, matter_id, is_secret or coalesce(purpose in ('code', 'inquiry_code'), false) as is_secret,
           body_sealed, ${replyCandidates} as reply_candidates
      from mails m join firms f on f.id = m.firm_id where m.id = ${id}`)
  const { text, html } = body_sealed === null ? { text: "", html: "" } : openMailBody(ring, id, body_sealed)
  const reply_to = chooseReplyTo(reply_candidates, row.recipient)
  return { ...unseal(ring, row), text, html, has_text: body_sealed !== null, reply_to }
}
