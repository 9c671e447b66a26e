// How a client answers a document request: with files, or by saying that they will bring the document or don't have it.
// A choice counts only while there is no file, so an upload replaces it.

import { answerKey } from "../../definition/conditions/conditions.ts"
import { announceArrivals } from "../../firm/events/arrivals.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { recordChanges, type SaveResult } from "../matters/changes/changes.ts"
import { isAwaited, lockForRequest } from "./awaited-documents.ts"

export const documentChoices = ["bring", "none"] as const
export type DocumentChoice = (typeof documentChoices)[number]

/**
 * How a request was answered; that the firm no longer needs the document, or has requested it since the submission, which
 * waits for it.
 */
export type RequestState = "file" | DocumentChoice | "dropped" | "awaited"

/**
 * Every answered or dropped request by `answerKey`, which names the client for requests that each client answers separately.
 */
export async function readRequestStates(
  tx: Tx,
  matter_id: string,
): Promise<ReadonlyMap<string, RequestState>> {
  return requestStatesIn(await tx.all(requestStatesOf(matter_id)))
}

export interface RequestStateRow {
  request_id: string
  sender: string | null
  state: RequestState
}

/** The later ones replace the earlier: files count most. */
export function requestStatesIn(rows: readonly RequestStateRow[]): ReadonlyMap<string, RequestState> {
  return new Map(rows.map(({ request_id, sender, state }) => [answerKey(request_id, sender), state]))
}

/** Selects every `RequestStateRow` of a matter. */
export function requestStatesOf(matter_id: string | Sql): Sql {
  // What the latest submission was promised stays promised, also if the choice is taken back to upload a file.
  return sql`
    select o.record_id as request_id, o.contact_id as sender,
           case when o.requested_at is null then 'bring' else 'awaited' end as state
      from submitted_open_items o
     where o.matter_id = ${matter_id} and o.is_latest and o.kind = 'document' and o.closed_at is null
     union all
    select c.request_id, nullif(c.chosen_for, '') as sender, c.choice as state
      from document_choices c where c.matter_id = ${matter_id}
     union all
    select p.record_id, nullif(p.contact_id, ''), 'dropped'
      from dropped_items p where p.matter_id = ${matter_id} and p.kind = 'document'
     union all
    select distinct d.request_id,
           case when d.request_id = any(own.separate_parts) then contact_of_client(d.uploaded_by) end, 'file'
      from documents d join matters own on own.id = d.matter_id
     where d.matter_id = ${matter_id} and d.removed_at is null and d.request_id is not null`
}

export interface NewDocumentChoice {
  request_id: string
  /** The client who chooses, if each client answers the request separately. */
  chosen_for: string | null
  /** Null takes the choice back. */
  choice: DocumentChoice | null
  /** The revision the editor saw; see `recordChanges`. */
  seen?: number | undefined
}

/** Saves a choice. Throws "not found", and "conflict" for a matter that may not be edited. */
export async function saveDocumentChoice(
  tx: Tx,
  matter_id: string,
  { request_id, chosen_for, choice, seen }: NewDocumentChoice,
): Promise<SaveResult> {
  await lockForRequest(tx, matter_id, request_id)
  const field = answerKey(request_id, chosen_for)
  const stored = await tx.maybe<{ choice: DocumentChoice }>(sql`
    select choice from document_choices
     where matter_id = ${matter_id} and request_id = ${request_id} and chosen_for = ${chosen_for ?? ""}`)
  const current = { [field]: stored?.choice ?? null }
  const edit = { field, value: choice, ...(seen !== undefined && { seen }) }
  const is_awaited = await isAwaited(tx, matter_id, request_id)
  const { accepted, ...result } = await recordChanges(tx, matter_id, matter_id, current, [edit], {
    is_awaited,
  })
  if (field in accepted) {
    if (is_awaited && choice === "none") await announceArrivals(tx, matter_id)
    if (choice === null)
      await tx.run(sql`
        delete from document_choices
         where matter_id = ${matter_id} and request_id = ${request_id} and chosen_for = ${chosen_for ?? ""}`)
    else
      await tx.run(sql`
        insert into document_choices (matter_id, request_id, chosen_for, choice, chosen_at)
        values (${matter_id}, ${request_id}, ${chosen_for ?? ""}, ${choice}, ${tx.now})
            on conflict (firm_id, matter_id, request_id, chosen_for) do update
           set choice = excluded.choice, chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at`)
  }
  return result
}
