// Open items close, and days of documents end, when the matter stops requesting them. That depends on conditions, which
// only the program evaluates, so it is stored, by whatever may have changed it.

import { requestsOf, sendersOf } from "../../../definition/parts.ts"
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { expectsSignature } from "../../agreements/signing.ts"
import { withFirmView } from "../../matters/progress/parts-alone.ts"
import { readVisibility } from "../../matters/progress/visibility.ts"

/**
 * Closes the open items that a matter no longer requests, and opens those that it requests again; the same for the days
 * of documents. Call it after
 * anything that may hide a document request or take a client out of the matter.
 */
export async function withdrawUnrequested(tx: Tx, matter_id: string): Promise<void> {
  const [first] = await tx.all(sql`
    select from open_items where matter_id = ${matter_id}
     union all select from document_due_days where matter_id = ${matter_id} limit 1`)
  if (!first) return
  await withFirmView(tx, async () => {
    const { definition, visible, alone, visible_alone_clients } = await readVisibility(tx, matter_id)
    const requests = requestsOf(definition).filter(({ id }) => visible.has(id))
    const requested = requests.flatMap((request) =>
      sendersOf(request, alone, visible_alone_clients).map((sender) => `${request.id} ${sender ?? ""}`),
    )
    const isRequested = sql`concat(o.record_id, ' ', o.contact_id) = any(${requested}::text[])`
    await markWithdrawn(tx, isRequested, sql`o.matter_id = ${matter_id} and o.kind = 'document'`)
    await tx.one(sql`select withdraw_due_days(${matter_id}, ${requested}, ${tx.now}) is null as done`)
    await withdrawSignatures(tx, sql`o.matter_id = ${matter_id}`)
  })
}

/** The same for the signatures of an agreement whose rules have changed, in all matters. */
export async function withdrawUnexpected(tx: Tx, agreement_id: string): Promise<void> {
  await withdrawSignatures(tx, sql`o.record_id = ${agreement_id}`)
}

function withdrawSignatures(tx: Tx, which: Sql): Promise<number> {
  const isExpected = sql`
    exists (select from agreements a join matters m on m.id = o.matter_id
             where a.id = o.record_id and ${expectsSignature(sql`o.contact_id`)})`
  return markWithdrawn(tx, isExpected, sql`${which} and o.kind = 'signature'`)
}

function markWithdrawn(tx: Tx, isRequested: Sql, which: Sql): Promise<number> {
  return tx.run(sql`
    update open_items o set withdrawn_at = case when o.withdrawn_at is null then ${tx.now}::timestamptz end
     where ${which} and (o.withdrawn_at is null) <> (${isRequested})`)
}
