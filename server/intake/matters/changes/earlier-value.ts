import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { Json } from "./changes.ts"

/** The stored value of a field before a revision; null if it was empty. Throws "not found" for an unknown revision. */
export async function getEarlierValue(
  tx: Tx,
  record_id: string,
  field: string,
  revision: number,
): Promise<Json> {
  const { value } = await tx.one<{ value: Json }>(sql`
    select case when c.revision = 1 then c.previous else before.value end as value
      from changes c
      left join changes before
        on before.record_id = c.record_id and before.field = c.field and before.revision = c.revision - 1
     where c.record_id = ${record_id} and c.field = ${field} and c.revision = ${revision}`)
  return value
}
