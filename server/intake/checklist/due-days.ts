// The days by which staff want requested documents. Clients see them. Where each client sends a document separately, each
// has a day of their own, which the other does not see.
import { answerKey } from "../../definition/conditions/conditions.ts"
import type { DocumentRequest } from "../../definition/definition.ts"
import { requestsOf, sendersOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { badField, notFound } from "../../platform/errors.ts"
import { lockForEditing, requireOpen } from "../matters/editing.ts"
import { readVisibility } from "../matters/progress/visibility.ts"

/** The days of the documents that a matter requests, `YYYY-MM-DD` by `answerKey` of the request and who sends it. */
export async function listDueDays(tx: Tx, matter_id: string): Promise<ReadonlyMap<string, string>> {
  return dueDaysIn(await tx.all(dueDaysOf(matter_id)))
}

export interface DueDayRow {
  request_id: string
  due_for: string
  due_on: string
}

/** Selects every `DueDayRow` of a matter. */
export function dueDaysOf(matter_id: string): Sql {
  return sql`
    select request_id, due_for, due_on from document_due_days where matter_id = ${matter_id} and withdrawn_at is null`
}

export function dueDaysIn(rows: readonly DueDayRow[]): ReadonlyMap<string, string> {
  return new Map(
    rows.map(({ request_id, due_for, due_on }) => [answerKey(request_id, due_for || null), due_on]),
  )
}

export interface DueDay {
  request_id: string
  /** The client who sends it separately; null for a document asked once. */
  sender: string | null
  /** `YYYY-MM-DD`; null removes the day. */
  due_on: string | null
}

/**
 * Sets or removes the day a document is due. Throws "not found", "bad request" for a wrong sender, and "conflict" for a
 * closed matter.
 */
export async function changeDocumentDueDay(
  tx: Tx,
  matter_id: string,
  { request_id, sender, due_on }: DueDay,
): Promise<void> {
  requireOpen(await lockForEditing(tx, matter_id), "its documents stay as they are")
  const { definition, visible, alone, visible_alone_clients } = await readVisibility(tx, matter_id)
  const request = requestsOf(definition).find(({ id }) => id === request_id && visible.has(id))
  if (!request) throw notFound()
  const senders = sendersOf(request, alone, visible_alone_clients)
  if (!senders.includes(sender)) {
    const message = alone.has(request_id)
      ? "Each client sends this document separately. Specify which client of the matter it is."
      : "This document is requested once, not from each client."
    throw badField("contact", "unknown_value", message)
  }
  const due_for = sender ?? ""
  if (due_on === null)
    await tx.run(sql`
      delete from document_due_days
       where matter_id = ${matter_id} and request_id = ${request_id} and due_for = ${due_for}`)
  else await storeDueDays(tx, matter_id, [request], { sender, due_on })
}

/** Stores the same day for these requests, which the caller has checked. */
export async function storeDueDays(
  tx: Tx,
  matter_id: string,
  requests: readonly Pick<DocumentRequest, "id" | "label">[],
  { sender, due_on }: { sender: string | null; due_on: string },
): Promise<void> {
  const [ids, labels] = [requests.map(({ id }) => id), requests.map(({ label }) => textIn(label, "en"))]
  await tx.run(sql`
    insert into document_due_days (matter_id, request_id, due_for, due_on, label)
    select ${matter_id}, id, ${sender ?? ""}, ${due_on}::date, label
      from unnest(${ids}::text[], ${labels}::text[]) as requested (id, label)
        on conflict (firm_id, matter_id, request_id, due_for) do update
       set due_on = excluded.due_on, label = excluded.label, set_by = excluded.set_by, withdrawn_at = null`)
}

/** The days `d` of open matters `m` whose document the client still has to send or to bring: in SQL, what `isPending` says. */
export const awaitedDocuments: Sql = sql`
  document_due_days d
   join matters m on m.id = d.matter_id and m.completed_at is null and m.close_date is null
   join lateral (
        select count(*) > 0 as are_here, coalesce(bool_or(s.state = 'returned'), false) as is_returned,
               coalesce(bool_or(s.state in ('received', 'accepted')), false) as is_received
          from documents f join document_states s on s.id = f.id
         where f.matter_id = d.matter_id and f.request_id = d.request_id and f.removed_at is null
           and (d.due_for = '' or contact_of_client(f.uploaded_by) = d.due_for)) files on true
  where d.withdrawn_at is null
    and case when files.are_here then files.is_returned or not files.is_received
             else not exists (select from document_choices c
                               where c.matter_id = d.matter_id and c.request_id = d.request_id
                                 and c.chosen_for = d.due_for and c.choice = 'none')
              and not exists (select from dropped_items p
                               where p.matter_id = d.matter_id and p.record_id = d.request_id and p.contact_id = d.due_for) end`
