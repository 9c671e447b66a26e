import { sql, type Tx } from "../../platform/db/sql.ts"
import type { Event } from "./schema.ts"

/**
 * Removes the firm's own keys and values from a purged matter's events: they are the only part that someone typed. The
 * events stay, and show what happened to which id.
 */
export async function forgetContext(tx: Tx, matter_id: string): Promise<void> {
  const rows = await tx.all<{ id: string; payload: string }>(
    sql`select id, payload from events where matter_id = ${matter_id}`,
  )
  for (const { id, payload } of rows) {
    const event = JSON.parse(payload) as Event
    if (!event.matter.context) continue
    const bare = JSON.stringify({ ...event, matter: { id: event.matter.id } })
    await tx.run(sql`update events set payload = ${bare} where id = ${id}`)
  }
}
