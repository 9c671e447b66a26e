// Inquiries from people who ask to become clients on a questionnaire's public start page. Staff accept or decline them;
// no matter exists before. The data of an accepted inquiry is only in its matter.

import type { Language } from "../../definition/text.ts"
import { recordDeclinedName } from "../../intake/conflict-names/conflict-names.ts"
import { type Sql, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { type Listing, listCounted, type Page } from "../../platform/http/responses/paging.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { markSourceAccepted, recordSource } from "./sources.ts"

/** Days after which a declined inquiry is permanently deleted. */
export const declined_days = 30

export interface NewInquiry {
  id: string
  questionnaire_id: string
  first_name: string
  last_name: string
  email: string
  /** As typed; empty for none. */
  phone: string
  /** Empty for none. */
  message: string
  language: Language
  /** The firm's text that they accepted when sending it. */
  accepted_text?: { text: string; at: string } | undefined
  /** Where it comes from; empty or undefined for unknown. */
  source?: string | undefined
}

export interface InquiryRow extends Omit<NewInquiry, "message" | "accepted_text" | "source"> {
  /** Empty for unknown. */
  source: string
  questionnaire_title: string
  accepted_text: string | null
  accepted_text_at: Date | null
  received_at: Date
  accepted_at: Date | null
  declined_at: Date | null
  decided_by_name: string
}

/** Saves an inquiry; false if one with the same id already exists. */
export async function recordInquiry(tx: Tx, ring: KeyRing, inquiry: NewInquiry): Promise<boolean> {
  const { id, questionnaire_id, first_name, last_name, email, phone, message, language, accepted_text } =
    inquiry
  const sealed = message === "" ? null : ring.seal(message, contextOf(id))
  const recorded = await tx.run(sql`
    insert into inquiries (id, questionnaire_id, first_name, last_name, email, phone, message_sealed, language,
                           accepted_text, accepted_text_at, received_at)
    values (${id}, ${questionnaire_id}, ${first_name}, ${last_name}, ${email}, ${phone}, ${sealed}, ${language},
            ${accepted_text?.text ?? null}, ${accepted_text?.at ?? null}, ${tx.now})
    on conflict do nothing`)
  if (recorded === 1) await recordSource(tx, inquiry)
  return recorded === 1
}

const columns = sql`
  i.id, i.questionnaire_id, q.title as questionnaire_title, i.first_name, i.last_name, i.email, i.phone, i.language,
  i.accepted_text, i.accepted_text_at, i.received_at, i.accepted_at, i.declined_at, ${userName(sql`u`)} as decided_by_name,
  coalesce(s.source, '') as source`
const tables = sql`
  inquiries i join questionnaires q on q.id = i.questionnaire_id left join users u on u.id = i.decided_by
  left join inquiry_sources s on s.inquiry_id = i.id`
const isWaiting = sql`i.accepted_at is null and i.declined_at is null`

/** A page of the waiting inquiries, longest wait first. */
export function listInquiries(tx: Tx, page: Page): Promise<Listing<InquiryRow>> {
  const list = {
    columns,
    from: tables,
    where: sql`where ${isWaiting}`,
    order: sql`order by i.received_at, i.id`,
  }
  return listCounted(tx, list, page)
}

/** A page of the declined inquiries, latest first. */
export function listDeclined(tx: Tx, page: Page): Promise<Listing<InquiryRow>> {
  const order = sql`order by i.declined_at desc, i.id`
  const where = sql`where i.declined_at is not null`
  return listCounted(tx, { columns, from: tables, where, order }, page)
}

/** How many inquiries wait, at most `max` + 1. */
export async function countInquiries(tx: Tx, max: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from (select from inquiries i where ${isWaiting} limit ${max + 1}) waiting`)
  return count
}

/** One inquiry with its message; throws "not found". */
export async function getInquiry(
  tx: Tx,
  ring: KeyRing,
  id: string,
): Promise<InquiryRow & { message: string }> {
  return readInquiry(tx, ring, sql`where i.id = ${id}`)
}

/** A waiting inquiry with its message, locked against other decisions; throws "conflict" if it was already decided. */
export async function lockInquiry(
  tx: Tx,
  ring: KeyRing,
  id: string,
): Promise<InquiryRow & { message: string }> {
  const inquiry = await readInquiry(tx, ring, sql`where i.id = ${id} for update of i`)
  if (inquiry.accepted_at || inquiry.declined_at)
    throw conflict("inquiry_decided", "A colleague has already accepted or declined this inquiry.")
  return inquiry
}

async function readInquiry(tx: Tx, ring: KeyRing, where: Sql): Promise<InquiryRow & { message: string }> {
  const { message_sealed, ...row } = await tx.one<InquiryRow & { message_sealed: string | null }>(sql`
    select ${columns}, i.message_sealed from ${tables} ${where}`)
  return { ...row, message: message_sealed === null ? "" : ring.open(message_sealed, contextOf(row.id)) }
}

/**
 * Marks an inquiry as declined; it is permanently deleted after `declined_days`. Its name remains for conflict checks.
 */
export async function markDeclined(tx: Tx, id: string): Promise<void> {
  const { name } = await tx.one<{ name: string }>(sql`
    update inquiries set declined_at = ${tx.now}, decided_by = current_actor() where id = ${id}
    returning btrim(first_name || ' ' || last_name) as name`)
  await recordDeclinedName(tx, { id, name })
}

/** Deletes a declined inquiry before its time; does nothing if there is none. */
export async function removeDeclined(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from inquiries where id = ${id} and declined_at is not null`)
}

/** Marks an inquiry as accepted and clears it, since its matter has all the data. */
export async function markAccepted(tx: Tx, id: string): Promise<void> {
  await tx.one(sql`
    update inquiries
       set accepted_at = ${tx.now}, decided_by = current_actor(), first_name = '', last_name = '', email = '', phone = '',
           message_sealed = null, accepted_text = null, accepted_text_at = null
     where id = ${id} returning id`)
  await markSourceAccepted(tx, id)
}

/** Deletes declined inquiries after thirty days, and cleared accepted ones after a day; runs for the platform. */
export function removeOldInquiries(tx: Tx): Promise<number> {
  return tx.run(sql`
    delete from inquiries
     where coalesce(accepted_at, declined_at) < ${tx.now}::timestamptz - interval '1 day'
       and (accepted_at is not null or declined_at < ${tx.now}::timestamptz - make_interval(days => ${declined_days}))`)
}

/** The context an inquiry's message is sealed with. */
export function contextOf(id: string): string {
  return `inquiries:${id}`
}
