// Every email goes through the outbox: it is written in the transaction that causes it and sent after the commit.
// Without a mail server, staff read it there.

import { isAmong, json, type Sql, sql, type Tx } from "../db/sql.ts"
import { type Listing, listCounted, type Page } from "../http/responses/paging.ts"
import { newId } from "../ids.ts"
import { enqueue } from "../jobs/queue.ts"
import type { KeyRing } from "../secrets/key-ring.ts"
import { requireAddress } from "./addresses.ts"
import { type MailContent, renderMail } from "./layout.ts"
import type { MailFate, MailState } from "./mail-state.ts"
import { chooseReplyTo, replyCandidates } from "./reply-to.ts"

export interface NewMail extends Omit<MailContent, "firm_name" | "color" | "heading"> {
  recipient: string
  subject: string
  /** The subject, if it is not set. */
  heading?: string
  /** The matter it is about; the email is deleted with it. */
  matter_id?: string | undefined
  /** The recipient, if it goes to staff about a matter; their access to the matter is checked again before sending. */
  staff_id?: string
  /** The purpose of an email to a client or to a prospective client; "test" for one that staff send to themselves. */
  purpose?: MailPurpose | "inquiry_code" | "inquiry_declined" | "test"
  invitation_id?: string
}

export type MailPurpose = "invitation" | "reminder" | "corrections" | "message" | "handover" | "code"

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
  { recipient, subject, matter_id, staff_id, purpose, invitation_id, ...content }: NewMail,
): Promise<string> {
  const id = newId("mail")
  const firm = await tx.one<Pick<MailContent, "firm_name" | "color">>(
    sql`select name as firm_name, color from firms where id = current_firm()`,
  )
  const body = ring.seal(json(renderMail({ heading: subject, ...firm, ...content })), mailContext(id))
  await tx.run(sql`
    insert into mails (id, recipient, subject, body_sealed, matter_id, staff_id, purpose, invitation_id, created_at)
    values (${id}, ${requireAddress(recipient)}, ${subject}, ${body}, ${matter_id ?? null}, ${staff_id ?? null},
            ${purpose ?? null}, ${invitation_id ?? null}, ${tx.now})`)
  return id
}

/** Decrypts the text and HTML parts of an email in the outbox. */
export function openMailBody(ring: KeyRing, id: string, body_sealed: string): { text: string; html: string } {
  return JSON.parse(ring.open(body_sealed, mailContext(id))) as { text: string; html: string }
}

/** The encryption context of an email's body. */
export function mailContext(id: string): string {
  return `mails:${id}`
}

/** An email as staff see it in the outbox. */
export interface MailRow extends MailFate {
  id: string
  recipient: string
  subject: string
  attempts: number
}

const columns = sql`id, recipient, subject, created_at, sent_at, gave_up_at, unsent_at, attempts, fault`

export interface MailFilters {
  /** Part of the recipient's address, case-insensitive. */
  recipient?: string
  /** A state that `stateOfMail` returns; `is_sending`: whether there is a mail server now. */
  state?: { kind: MailState["kind"]; is_sending: boolean }
}

/** Returns a page of the outbox, newest first, without bodies. */
export function listMails(tx: Tx, page: Page, filters: MailFilters = {}): Promise<Listing<MailRow>> {
  const { recipient = "", state } = filters
  const where = sql`
    where (${recipient} = '' or strpos(lower(recipient), lower(${recipient})) > 0) and ${state ? isInState(state) : sql`true`}`
  return listCounted(tx, { columns, from: sql`mails`, where, order: sql`order by id desc` }, page)
}

/** In SQL what `stateOfMail` returns. */
function isInState({ kind, is_sending }: NonNullable<MailFilters["state"]>): Sql {
  const isPending = sql`sent_at is null and gave_up_at is null`
  switch (kind) {
    case "sent":
      return sql`sent_at is not null`
    case "failed":
      return sql`sent_at is null and gave_up_at is not null`
    case "unsent":
      return sql`${isPending} and (unsent_at is not null or ${!is_sending}::boolean)`
    case "queued":
    case "retrying": {
      const isFirst = kind === "queued" ? sql`fault is null` : sql`fault is not null`
      return sql`${isPending} and unsent_at is null and ${isFirst} and ${is_sending}::boolean`
    }
  }
}

/** Returns these emails, in no order. */
export async function listMailsOf(tx: Tx, ids: readonly string[]): Promise<MailRow[]> {
  return ids.length === 0 ? [] : tx.all(sql`select ${columns} from mails where ${isAmong(sql`id`, ids)}`)
}

/** Returns the latest email of each purpose to each invitation of a matter. */
export function listLatestMails(
  tx: Tx,
  matter_id: string,
): Promise<(MailRow & { invitation_id: string; purpose: MailPurpose })[]> {
  return tx.all(sql`
    select distinct on (invitation_id, purpose) invitation_id, purpose, ${columns}
      from mails where matter_id = ${matter_id} and invitation_id is not null and purpose is not null
     order by invitation_id, purpose, id desc`)
}

/** Enqueues an unsent email again. Throws "not found". */
export async function sendAgain(tx: Tx, id: string): Promise<void> {
  await tx.one(
    sql`update mails set gave_up_at = null, unsent_at = null, attempts = 0 where id = ${id} returning id`,
  )
  await enqueue(tx, "send-mail", { mail_id: id })
}

/** A single email as staff read it. */
export interface MailDetails extends MailRow {
  matter_id: string | null
  text: string
  html: string
  /** False once its text was removed; both parts are then empty. */
  has_text: boolean
  /** Where replies go if it is sent now. */
  reply_to: string | undefined
}

/** Returns an email with both parts. Throws "not found". */
export async function getMail(tx: Tx, ring: KeyRing, id: string): Promise<MailDetails> {
  const { body_sealed, reply_candidates, ...row } = await tx.one<
    MailRow & { matter_id: string | null; body_sealed: string | null; reply_candidates: string[] }
  >(sql`
    select m.id, recipient, subject, m.created_at, sent_at, gave_up_at, unsent_at, attempts, fault, matter_id,
           body_sealed, ${replyCandidates} as reply_candidates
      from mails m join firms f on f.id = m.firm_id where m.id = ${id}`)
  const body = body_sealed === null ? { text: "", html: "" } : openMailBody(ring, id, body_sealed)
  const reply_to = chooseReplyTo(reply_candidates, row.recipient)
  return { ...row, ...body, has_text: body_sealed !== null, reply_to }
}
