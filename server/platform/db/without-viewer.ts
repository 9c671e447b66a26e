import { sql, type Tx } from "./sql.ts"

/**
 * Runs `work` without the viewer's limits, so that it sees restricted matters too: for changes on behalf of the entire
 * firm, never for what a page shows.
 */
export async function withoutViewer<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { viewer } = await tx.one<{ viewer: string }>(sql`select coalesce(current_viewer(), '') as viewer`)
  const setViewer = (user_id: string) =>
    tx.one(sql`select set_config('foyer.viewer_id', ${user_id}, true) as viewer`)
  await setViewer("")
  const result = await work()
  await setViewer(viewer)
  return result
}
