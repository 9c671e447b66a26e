// What is still to come although the client is finished: signatures, and documents the client will bring. Open items
// don't hold up a submission. Each submission stores those it was accepted with; they close by themselves.

import { answerKey } from "../../../definition/conditions/conditions.ts"
import type { Definition, DocumentRequest } from "../../../definition/definition.ts"
import { requestsOf, sendersOf } from "../../../definition/parts.ts"
import { type Language, type Text, textIn } from "../../../definition/text.ts"
import { json, type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import type { ToSign } from "../../agreements/signing.ts"
import type { RequestState } from "../../documents/document-choices.ts"
import type { LoadedMatter } from "../loaded-matter.ts"
import type { openItemStates, UnavailableDocument } from "../schema.ts"
import { arrivalInWords, type OpenItemReader, openItemInWords } from "./open-item-words.ts"

export type OpenItemState = (typeof openItemStates)[number]

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
  /** Staff have requested the document since the submission, so no one has promised it. */
  is_requested?: boolean
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
      sendersOf(request, senders.alone, senders.clients).map((sender) => ({
        ...request,
        sender,
        state: states.get(answerKey(request.id, sender)),
      })),
    )
}

/** Documents that the client will bring, or that staff have requested since the submission. */
export function openDocuments(
  answers: readonly RequestAnswer[],
  nameOf: (contact_id: string | null) => string | undefined,
): OpenItem[] {
  return answers
    .filter(({ state }) => state === "bring" || state === "awaited")
    .map(({ id, label, sender, state }) => ({
      kind: "document",
      record_id: id,
      contact_id: sender,
      label,
      person: nameOf(sender) ?? "",
      is_requested: state === "awaited",
    }))
}

/** The visible document requests that clients answered with "I don't have it", as the API shows them. Throws "not found". */
export async function listUnavailable(loaded: LoadedMatter): Promise<UnavailableDocument[]> {
  const [states, { definition, visible, alone, visible_alone_clients: clients }] = await Promise.all([
    loaded.requestStates(),
    loaded.visibility(),
  ])
  return listRequestAnswers(definition, visible, { alone, clients }, states)
    .filter(({ state }) => state === "none")
    .map(({ id, label, sender }) => ({ id, label: textIn(label, "en"), contact: sender }))
}

/** Stores what a submission was accepted with, and how each item of the earlier ones stands then. */
export async function recordOpenItems(
  tx: Tx,
  { matter_id, number }: { matter_id: string; number: number },
  items: readonly OpenItem[],
): Promise<void> {
  for (const [position, { kind, record_id, contact_id, label, person, is_requested }] of items.entries())
    await tx.run(sql`
      insert into open_items (matter_id, number, position, kind, record_id, contact_id, label, person, requested_at)
      values (${matter_id}, ${number}, ${position}, ${kind}, ${record_id}, ${contact_id ?? ""}, ${json(label)},
              ${person}, ${is_requested ? tx.now : null})`)
  await tx.run(sql`
    update open_items i
       set standings = i.standings
                       || jsonb_build_object(${number}::integer, jsonb_build_object('state', o.state, 'closed_at', o.closed_at))
      from submitted_open_items o
     where ${isOf} and i.matter_id = ${matter_id} and i.number < ${number}`)
}

const isOf = sql`
  i.matter_id = o.matter_id and i.number = o.number and i.record_id = o.record_id
  and i.contact_id = coalesce(o.contact_id, '')`

export interface SubmittedOpenItem extends OpenItem {
  number: number
  state: OpenItemState
  /** Null while it is open, and for what the closing of the matter has ended. */
  closed_at: Date | null
}

/** How an item stood when each later submission was made, by number; nothing for those from before it was stored. */
export interface Standings {
  standings: Readonly<Record<number, { state: OpenItemState; closed_at: string | null }>>
}

const columns = sql`
  o.number, o.kind, o.record_id, o.contact_id, o.label, o.person, o.state, o.closed_at,
  o.requested_at is not null as is_requested`

/** The open items that a matter's submissions were accepted with, and when each has closed since. */
export function listSubmittedOpenItems(
  tx: Tx,
  matter_id: string,
): Promise<(SubmittedOpenItem & Standings)[]> {
  return tx.all(sql`
    select ${columns}, i.standings from submitted_open_items o join open_items i on ${isOf}
     where o.matter_id = ${matter_id} and o.requested_at is null order by o.number desc, o.position`)
}

/** Whether this client can give the item: their own signature, or a document asked of them or of both clients. */
export function isGivenBy({ kind, contact_id }: OpenItem, client_contact_id: string | null): boolean {
  if (kind === "document" && contact_id === null) return true
  return contact_id !== null && contact_id === client_contact_id
}

/** What the latest submission was accepted with, what staff have requested since, and how each item stands now. */
export function listLatestItems(tx: Tx, matter_id: string): Promise<SubmittedOpenItem[]> {
  return tx.all(latestItemsOf(matter_id))
}

export function latestItemsOf(matter_id: string): Sql {
  return sql`
    select ${columns} from submitted_open_items o
     where o.matter_id = ${matter_id} and o.is_latest order by o.position`
}

/** Whether something that the latest submission was accepted with is still to come. */
export async function isStillOpen(tx: Tx, matter_id: string): Promise<boolean> {
  return (await listLatestItems(tx, matter_id)).some(({ state }) => state === "open")
}

/** Selects how many signatures and documents each of these matters still waits for, if any. */
export function stillOpenAmong(matter_ids: readonly string[]): Sql {
  return sql`
    select o.matter_id as id, count(*) filter (where o.kind = 'signature')::integer as signatures,
           count(*) filter (where o.kind = 'document')::integer as documents
      from submitted_open_items o
     where o.matter_id = any(${matter_ids}::text[]) and o.is_latest and o.state = 'open' group by 1`
}

/** The items in words, each once: "Bo’s signature", "the will (you’ll bring it)". */
export function openItemsInWords(
  items: readonly OpenItem[],
  language: Language,
  reader: OpenItemReader,
  inWords = openItemInWords,
): string[] {
  const words = items.map((item) =>
    inWords({ ...item, title: textIn(item.label, language) }, language, reader),
  )
  return [...new Set(words)]
}

/** The same for items that have come: "Bo’s signature", "the will". */
export function arrivalsInWords(...[items, language, reader]: Parameters<typeof openItemsInWords>): string[] {
  return openItemsInWords(items, language, reader, arrivalInWords)
}
