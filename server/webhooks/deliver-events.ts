import type { Database } from "../platform/db/database.ts"
import { createDeliveries } from "./deliveries.ts"

export interface RecordedEvent {
  firm_id: string
  event_id: string
}

/** Makes the deliveries of events that were recorded; any number of times. */
export async function deliverEvents(db: Database, recorded: readonly RecordedEvent[]): Promise<void> {
  for (const [firm_id, events] of Map.groupBy(recorded, (event) => event.firm_id)) {
    const event_ids = events.map((event) => event.event_id)
    await db.forFirm(firm_id, (tx) => createDeliveries(tx, event_ids))
  }
}
