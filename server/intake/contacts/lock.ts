import { sql, type Tx } from "../../platform/db/sql.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { MatterRow } from "../matters/matter-row.ts"

/** Locks and returns a person's matter; throws "not found", and "conflict" when a client may not edit it. */
export async function lockMatterOf(tx: Tx, contact_id: string): Promise<MatterRow> {
  const { matter_id } = await tx.one<{ matter_id: string }>(sql`
    select matter_id from contacts where id = ${contact_id}`)
  return lockForEditing(tx, matter_id)
}
