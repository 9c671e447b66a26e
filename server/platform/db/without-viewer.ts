import type { Tx } from "./database.ts"
import { sql } from "./sql.ts"

/**
 * Runs `work` as the firm's software sees the firm, past what is restricted to others than the member of staff who
 * looks: for what is done for the whole firm, and never for what is shown.
 */
export async function withoutViewer<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { viewer } = await tx.one<{ viewer: string }>(sql`select coalesce(current_viewer(), '') as viewer`)
  const look = (through: string) =>
    tx.one(sql`select set_config('foyer.viewer_id', ${through}, true) as viewer`)
  await look("")
  const result = await work()
  await look(viewer)
  return result
}
