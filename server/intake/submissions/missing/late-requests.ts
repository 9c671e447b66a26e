import type { DocumentRequest } from "../../../definition/definition.ts"
import { json, sql, type Tx } from "../../../platform/db/sql.ts"

/**
 * Lets the latest submission wait for documents that staff request after it, so that what the client sends belongs to it
 * and is not submitted again. `sender` sends them separately. Returns whether there is a submission.
 */
export async function openRequests(
  tx: Tx,
  matter_id: string,
  requests: readonly Pick<DocumentRequest, "id" | "label">[],
  sender: string | null,
): Promise<boolean> {
  const rows = requests.map(({ id, label }) => ({ id, label }))
  const opened = await tx.run(sql`
    insert into open_items (matter_id, number, position, kind, record_id, contact_id, label, requested_at)
    select s.matter_id, s.number, s.last + at, 'document', requested ->> 'id', ${sender ?? ""}, requested -> 'label', ${tx.now}
      from (select l.matter_id, l.number,
                   (select coalesce(max(i.position), -1) from open_items i
                     where i.matter_id = l.matter_id and i.number = l.number) as last
              from submissions l where l.matter_id = ${matter_id} order by l.number desc limit 1) s,
           jsonb_array_elements(${json(rows)}) with ordinality as r (requested, at)`)
  return opened > 0
}
