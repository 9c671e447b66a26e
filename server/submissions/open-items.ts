// What is still to come although the client is finished: signatures, and documents the client will bring. Open items
// don't hold up a submission. Each submission stores those it was accepted with; they close by themselves.
import type { ToSign } from "../agreements/signing.ts"
import { answerKey } from "../definition/conditions.ts"
import type { Definition, DocumentRequest } from "../definition/definition.ts"
import { requestsOf } from "../definition/parts.ts"
import { type Language, type Text, textIn } from "../definition/text.ts"
import type { RequestState } from "../documents/document-choices.ts"
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { type OpenItemReader, openItemInWords } from "./open-item-words.ts"

export interface OpenItem {
  kind: "signature" | "document"
  /** The agreement, or the document request. */
  record_id: string
  /** The signer, or the client who sends the document separately; null for a document asked once. */
  contact_id: string | null
  /** Title of the agreement or the request. */
  label: Text
  /** Name of that contact; blank if there is none, or it is unknown. */
  person: string
}

/** Signatures that the firm expects, but not before the client submits. */
export function openSignatures(all: readonly ToSign[]): OpenItem[] {
  return all
    .filter(({ is_required, before_sending }) => is_required && !before_sending)
    .flatMap(({ agreement_id, title, signers, is_signed }) =>
      signers
        .filter(({ signature }) => !is_signed && !signature)
        .map(({ contact_id, full_name }) => ({
          kind: "signature",
          record_id: agreement_id,
          contact_id,
          label: title,
          person: full_name,
        })),
    )
}

export interface RequestAnswer extends DocumentRequest {
  /** The client who answers the request separately; null for a request asked once. */
  sender: string | null
  /** Undefined while it is not answered. */
  state: RequestState | undefined
}

/** How each visible document request was answered, in questionnaire order. */
export function listRequestAnswers(
  definition: Definition,
  visible: ReadonlySet<string>,
  senders: { alone: ReadonlySet<string>; clients: readonly string[] },
  states: ReadonlyMap<string, RequestState>,
): RequestAnswer[] {
  return requestsOf(definition)
    .filter(({ id }) => visible.has(id))
    .flatMap((request) =>
      (senders.alone.has(request.id) ? senders.clients : [null]).map((sender) => ({
        ...request,
        sender,
        state: states.get(answerKey(request.id, sender)),
      })),
    )
}

/** Documents that the client will bring. */
export function openDocuments(
  answers: readonly RequestAnswer[],
  nameOf: (contact_id: string | null) => string | undefined,
): OpenItem[] {
  return answers
    .filter(({ state }) => state === "bring")
    .map(({ id, label, sender }) => ({
      kind: "document",
      record_id: id,
      contact_id: sender,
      label,
      person: nameOf(sender) ?? "",
    }))
}

/** Stores what a submission was accepted with. */
export async function recordOpenItems(
  tx: Tx,
  { matter_id, number }: { matter_id: string; number: number },
  items: readonly OpenItem[],
): Promise<void> {
  for (const [position, { kind, record_id, contact_id, label, person }] of items.entries())
    await tx.run(sql`
      insert into open_items (matter_id, number, position, kind, record_id, contact_id, label, person)
      values (${matter_id}, ${number}, ${position}, ${kind}, ${record_id}, ${contact_id ?? ""}, ${json(label)},
              ${person})`)
}

export interface SubmittedOpenItem extends OpenItem {
  number: number
  /** When the signature was made, the file was uploaded, or the client said they don't have it; null while open. */
  closed_at: Date | null
}

/** The open items that a matter's submissions were accepted with, and when each has closed since. */
export function listSubmittedOpenItems(tx: Tx, matter_id: string): Promise<SubmittedOpenItem[]> {
  return tx.all(sql`
    select o.number, o.kind, o.record_id, nullif(o.contact_id, '') as contact_id, o.label, o.person,
           case o.kind
             when 'signature' then
               (select min(g.signed_at) from signatures g join agreements a on a.id = g.agreement_id
                 where g.matter_id = o.matter_id and g.agreement_id = o.record_id and g.signed_at >= s.submitted_at
                   and (g.contact_id = o.contact_id or not a.by_both))
             else least(
               (select min(d.uploaded_at) from documents d
                 where d.matter_id = o.matter_id and d.request_id = o.record_id and d.removed_at is null
                   and d.uploaded_at >= s.submitted_at
                   and (o.contact_id = '' or contact_of_client(d.uploaded_by) = o.contact_id)),
               (select c.chosen_at from document_choices c
                 where c.matter_id = o.matter_id and c.request_id = o.record_id and c.chosen_for = o.contact_id
                   and c.choice = 'none'))
           end as closed_at
      from open_items o
      join submissions s on s.matter_id = o.matter_id and s.number = o.number
     where o.matter_id = ${matter_id} order by o.number desc, o.position`)
}

/** What the latest submission was accepted with and has not closed since. */
export async function listStillOpen(tx: Tx, matter_id: string): Promise<SubmittedOpenItem[]> {
  const items = await listSubmittedOpenItems(tx, matter_id)
  const [latest] = await tx.all<{ number: number }>(sql`
    select number from submissions where matter_id = ${matter_id} order by number desc limit 1`)
  return items.filter(({ number, closed_at }) => number === latest?.number && closed_at === null)
}

/** The items in words, each once: "Bo’s signature", "the will (you’ll bring it)". */
export function openItemsInWords(
  items: readonly OpenItem[],
  language: Language,
  reader: OpenItemReader,
): string[] {
  const words = items.map((item) =>
    openItemInWords({ ...item, title: textIn(item.label, language) }, language, reader),
  )
  return [...new Set(words)]
}
