import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { OpenItem } from "./open-items.ts"

/** Something that has come, or that the client does not have. */
export interface Arrival extends OpenItem {
  state: "received" | "unavailable"
  /** The user who signed, uploaded it, or said so. */
  given_by: string | null
}

/**
 * Claims what has come since the last call, to tell everyone once. A signature is that of the client who signed, also
 * where either of two could; it comes again if the one who signed for both has left since.
 */
export function claimArrivals(tx: Tx, matter_id: string): Promise<Arrival[]> {
  return tx.all(sql`
    with come as (
      select o.* from submitted_open_items o
       where o.matter_id = ${matter_id} and o.state in ('received', 'unavailable')
         and (o.announced_at is null or o.kind = 'signature' and o.announced_at < o.closed_at)),
    claimed as (
      update open_items i set announced_at = greatest(${tx.now}, o.closed_at) from come o
       where i.matter_id = o.matter_id and i.number = o.number and i.record_id = o.record_id
         and i.contact_id = coalesce(o.contact_id, '') and i.announced_at is not distinct from o.announced_at
      returning o.*)
    select distinct on (o.kind, o.record_id, coalesce(g.contact_id, o.contact_id))
           o.kind, o.record_id, coalesce(g.contact_id, o.contact_id) as contact_id, o.label,
           coalesce(c.full_name, o.person) as person, o.state,
           coalesce(g.signed_by, d.uploaded_by, a.chosen_by) as given_by
      from claimed o
      left join signatures g on o.kind = 'signature' and g.matter_id = o.matter_id and g.agreement_id = o.record_id
                            and g.signed_at = o.closed_at
      left join contacts c on c.id = g.contact_id
      left join documents d on o.kind = 'document' and d.matter_id = o.matter_id and d.request_id = o.record_id
                           and d.uploaded_at = o.closed_at
      left join document_choices a on o.state = 'unavailable' and a.matter_id = o.matter_id
                                  and a.request_id = o.record_id and a.chosen_for = coalesce(o.contact_id, '')
     order by o.kind, o.record_id, coalesce(g.contact_id, o.contact_id)`)
}
