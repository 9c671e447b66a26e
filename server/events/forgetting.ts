import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { Event } from "./schema.ts"

/**
 * Takes the firm's own keys and values out of a matter's events, once the matter is gone for good: they are the one
 * part of an event that somebody wrote. The events stay, and tell what happened to which id.
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
