// Documents of the firm's own: each comes with its file, and goes with its last one. No one is asked for them.
import { sql, type Tx } from "../../platform/db/sql.ts"
import { badRequest } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { lockForEditing, requireOpen } from "../matters/editing.ts"
import { faultsOf, no_more, requireRoom } from "./requests.ts"

/**
 * Adds a document of the firm's own, which comes with its file: no one is asked for it. Returns its id. Throws "not
 * found", "bad request", and "conflict" for a closed matter and one with too many of them.
 */
export async function addOwnDocument(tx: Tx, matter_id: string, label: string): Promise<string> {
  requireOpen(await lockForEditing(tx, matter_id), no_more)
  const faults = faultsOf([label], "")
  if (faults.length > 0) throw badRequest(faults)
  await requireRoom(tx, matter_id, 1, true)
  const id = newId("document_request")
  await tx.run(sql`
    insert into document_requests (id, matter_id, label, requested_at, is_from_firm)
    values (${id}, ${matter_id}, ${label}, ${tx.now}, true)`)
  return id
}

/** Takes a document of the firm's own off the list with its last file; any other request stays. */
export async function withdrawOwnDocument(tx: Tx, matter_id: string, request_id: string): Promise<void> {
  await tx.run(sql`
    update document_requests r set withdrawn_at = ${tx.now}
     where r.matter_id = ${matter_id} and r.id = ${request_id} and r.is_from_firm and r.withdrawn_at is null
       and not exists (select from documents d
                        where d.matter_id = r.matter_id and d.request_id = r.id and d.removed_at is null)`)
}

/** Puts it on the list again. Throws "conflict" for a matter with too many of them. */
export async function restoreOwnDocument(tx: Tx, matter_id: string, request_id: string): Promise<void> {
  const restored = await tx.run(sql`
    update document_requests set withdrawn_at = null
     where matter_id = ${matter_id} and id = ${request_id} and is_from_firm and withdrawn_at is not null`)
  if (restored > 0) await requireRoom(tx, matter_id, 0, true)
}
