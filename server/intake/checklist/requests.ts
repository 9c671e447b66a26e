// Staff request documents that the questionnaire does not ask for. The clients see them at once, also after submitting,
// and get an email a while later, unless staff have taken the requests back by then.

import { requestsOf } from "../../definition/parts.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { badField, badRequest, conflict, type Fault, notFound, tooLong } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { countWords, defaultRecipients } from "../corrections/emails.ts"
import { lockForEditing, mayClientEdit, requireOpen } from "../matters/editing.ts"
import { type InvitationParts, listInvitations } from "../matters/invitations/invitations.ts"
import { queueInviteeEmail } from "../matters/invitations/invitee-emails.ts"
import { mailRequestsLater } from "../matters/invitations/waiting-emails.ts"
import type { Pause } from "../matters/parties/parties.ts"
import { definitionOf } from "../matters/progress/definition.ts"
import { addPartsAlone, withInviteeView } from "../matters/progress/parts-alone.ts"
import { readVisibility } from "../matters/progress/visibility.ts"
import { openRequests } from "../submissions/missing/late-requests.ts"
import { withdrawUnrequested } from "../submissions/missing/withdrawn-items.ts"
import { storeDueDays } from "./due-days.ts"
import { max_label_characters, max_note_characters, max_own_documents, max_requests } from "./schema.ts"

export interface NewRequests {
  /** What each document is called: 1–200 characters. */
  labels: readonly string[]
  /** A sentence for the client about them; blank for none. */
  note: string
  /** The client it is requested from; null for any. */
  contact_id: string | null
  /** `YYYY-MM-DD`; null for no day. */
  due_on: string | null
}

/**
 * Requests these documents; returns their ids. Throws "not found", "bad request", and "conflict" for a closed matter, one
 * whose clients cannot add documents, and one with too many requests.
 */
export async function requestDocuments(
  tx: Tx,
  matter_id: string,
  { labels, note, contact_id, due_on }: NewRequests,
): Promise<string[]> {
  const matter = await lockForEditing(tx, matter_id)
  requireOpen(matter, no_more)
  const faults = faultsOf(labels, note)
  if (faults.length > 0) throw badRequest(faults)
  const { facts, alone } = await readVisibility(tx, matter_id)
  if (contact_id !== null && !facts.clients.includes(contact_id))
    throw badField("contact", "unknown_value", "Choose one of the matter’s clients.")
  await requireRoom(tx, matter_id, labels.length)
  const ids = labels.map(() => newId("document_request"))
  // Where the clients answer parts separately, neither sees what is requested from the other.
  const sender = alone.size > 0 ? contact_id : null
  if (sender !== null) await addPartsAlone(tx, matter_id, ids)
  await tx.run(sql`
    insert into document_requests (id, matter_id, label, note, contact_id, requested_at)
    select id, ${matter_id}, label, ${note.trim()}, ${contact_id ?? ""}, ${tx.now}
      from unnest(${ids}::text[], ${labels.map((label) => label.trim())}::text[]) as requested (id, label)`)
  const { definition } = await definitionOf(tx, matter_id)
  const added = requestsOf(definition).filter(({ id }) => ids.includes(id))
  const is_open = await openRequests(tx, matter_id, added, sender)
  if (!is_open && !mayClientEdit(matter))
    throw conflict(
      "not_editable",
      "The client cannot add documents now. Reopen the matter for the client first.",
    )
  if (due_on !== null) await storeDueDays(tx, matter_id, added, { sender, due_on })
  await mailRequestsLater(tx, matter_id)
  return ids
}

/** Throws "conflict" if the matter does not take so many more. */
export async function requireRoom(
  tx: Tx,
  matter_id: string,
  added: number,
  is_from_firm = false,
): Promise<void> {
  const max = is_from_firm ? max_own_documents : max_requests
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from document_requests
     where matter_id = ${matter_id} and withdrawn_at is null and is_from_firm = ${is_from_firm}`)
  if (count + added > max)
    throw conflict(
      "too_many_requests",
      is_from_firm
        ? `A matter takes at most ${max} documents of the firm’s own. Send the file for one of them, or for a request.`
        : `A matter takes at most ${max} requested documents.`,
    )
}

/** What is wrong with new requests. */
export function faultsOf(labels: readonly string[], note: string): Fault[] {
  const lengthOf = (text: string) => [...text.trim()].length
  const long = labels.find((label) => lengthOf(label) > max_label_characters)
  return [
    ...(labels.length === 0 || labels.some((label) => label.trim() === "")
      ? [{ param: "label", code: "required", message: "Say which document you need." }]
      : []),
    ...(long === undefined ? [] : [tooLong("label", lengthOf(long), max_label_characters)]),
    ...(lengthOf(note) > max_note_characters ? [tooLong("note", lengthOf(note), max_note_characters)] : []),
  ]
}

/**
 * Takes requests back; the clients no longer see them. Throws "not found" for a document of the questionnaire, and
 * "conflict" for a closed matter, and once a client has sent a file for one of them.
 */
export async function withdrawRequests(tx: Tx, matter_id: string, ids: readonly string[]): Promise<void> {
  requireOpen(await lockForEditing(tx, matter_id), "its documents stay as they are")
  const file = await tx.maybe(sql`
    select from documents
     where matter_id = ${matter_id} and request_id = any(${[...ids]}::text[]) and removed_at is null limit 1`)
  if (file)
    throw conflict(
      "document_received",
      "A file has come for this request. Accept or return the file instead.",
    )
  await mark(tx, matter_id, ids, tx.now)
}

/**
 * Requests again what was taken back. Throws "not found", and "conflict" for a closed matter, and one with too many
 * requests.
 */
export async function restoreRequests(tx: Tx, matter_id: string, ids: readonly string[]): Promise<void> {
  requireOpen(await lockForEditing(tx, matter_id), no_more)
  await mark(tx, matter_id, ids, null)
  await requireRoom(tx, matter_id, 0)
  await mailRequestsLater(tx, matter_id)
}

async function mark(tx: Tx, matter_id: string, ids: readonly string[], at: Date | null): Promise<void> {
  const changed = await tx.run(sql`
    update document_requests set withdrawn_at = ${at}
     where matter_id = ${matter_id} and id = any(${[...ids]}::text[]) and (withdrawn_at is null) = (${at}::timestamptz is not null)`)
  if (changed === 0) throw notFound()
  await withdrawUnrequested(tx, matter_id)
}

/**
 * Emails the matter's clients about the requests of which no email has told anyone and for which no file has come: those
 * from before the client started are found in the questionnaire. What nobody with an address sees waits for one. After a
 * pause of sharing, the partner is also told what only the other client was told then.
 */
export async function mailRequests(
  tx: Tx,
  parts: InvitationParts,
  matter_id: string,
  { since, until }: Partial<Pause> = {},
): Promise<void> {
  const matter = await tx.maybe<{ main: string | null; partner: string | null; paused: string | null }>(sql`
    select contact_main_id as main, contact_spouse_id as partner,
           case when sharing_paused_at is not null then contact_spouse_id end as paused from matters
     where id = ${matter_id} and close_date is null and (started_at is not null or is_submitted) for no key update`)
  if (!matter) return
  const awaited = await tx.all<{ id: string; contact_id: string; is_missed: boolean }>(sql`
    select r.id, r.contact_id, r.announced_at is not null as is_missed
      from document_requests r join matters m on m.id = r.matter_id
     where r.matter_id = ${matter_id} and r.withdrawn_at is null and not r.is_from_firm
       and not exists (select from documents d
                        where d.matter_id = r.matter_id and d.request_id = r.id and d.removed_at is null)
       and (r.announced_at is null and (m.started_at is null or r.requested_at >= m.started_at)
              and r.contact_id is distinct from ${matter.paused}
            or r.announced_at >= ${since ?? null} and r.announced_at < ${until ?? null} and r.contact_id = '')`)
  if (awaited.length === 0) return
  const invitations = await listInvitations(tx, matter_id)
  const recipients = defaultRecipients(invitations).map((id) => {
    const party = invitations.find((one) => one.id === id)?.party
    return { id, contact_id: party === "main" || party === "partner" ? matter[party] : null }
  })
  const told = new Set<string>()
  for (const { id, contact_id } of recipients) {
    const isOwn = (one: (typeof awaited)[number]) =>
      one.is_missed
        ? contact_id === matter.partner
        : one.contact_id === contact_id || !recipients.some((other) => other.contact_id === one.contact_id)
    const ids = awaited.filter(isOwn).map((one) => one.id)
    const readable = await withInviteeView(tx, id, () =>
      tx.all<{ id: string }>(sql`select id from document_requests where id = any(${ids}::text[])`),
    )
    if (readable.length === 0) continue
    for (const one of readable) told.add(one.id)
    const about = { invitation_id: id, email: "documents_requested", purpose: "documents" } as const
    await queueInviteeEmail(tx, parts, about, (language) => ({
      documents: countWords[language].documents(readable.length),
    }))
  }
  await tx.run(
    sql`update document_requests set announced_at = ${tx.now} where id = any(${[...told]}::text[])`,
  )
}

export const no_more = "it takes no more documents"
