// Documents that the latest submission still waits for. What answers such a request belongs to that submission, so no one
// sends it again; and it may come although the matter is completed, until the firm has accepted it, drops it, or closes
// the matter.
import { sql, type Tx } from "../../platform/db/sql.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { MatterRow } from "../matters/matter-row.ts"

/** The document requests that the latest submission was promised, of all clients or of the actor's alone. */
const awaited = (matter_id: string) => sql`
  submitted_open_items o
   where o.matter_id = ${matter_id} and o.is_latest and o.kind = 'document'
     and o.state not in ('dropped', 'withdrawn', 'ended')
     and (o.contact_id is null or o.contact_id = contact_of_client(current_actor()))`

/** Whether the latest submission was promised the document, or has received it since. */
export async function isAwaited(tx: Tx, matter_id: string, request_id: string | null): Promise<boolean> {
  if (request_id === null) return false
  return Boolean(await tx.maybe(sql`select from ${awaited(matter_id)} and o.record_id = ${request_id}`))
}

/** The requests that the actor may still answer although the matter is completed. */
export async function listAnswerable(tx: Tx, matter_id: string): Promise<ReadonlySet<string>> {
  const rows = await tx.all<{ request_id: string }>(sql`
    select o.record_id as request_id from ${awaited(matter_id)}
       and not exists (
             select from documents d join document_states s on s.id = d.id
              where d.matter_id = ${matter_id} and d.request_id = o.record_id and d.removed_at is null
                and d.uploaded_at >= o.submitted_at and s.state = 'accepted')`)
  return new Set(rows.map(({ request_id }) => request_id))
}

/** Like `lockForEditing`, but a client may also answer a request that the latest submission still waits for. */
export function lockForRequest(tx: Tx, matter_id: string, request_id: string | null): Promise<MatterRow> {
  return lockForEditing(tx, matter_id, async () =>
    request_id === null ? false : (await listAnswerable(tx, matter_id)).has(request_id),
  )
}
