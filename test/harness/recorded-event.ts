import assert from "node:assert/strict"
import { type EventSubject, recordEvents } from "../../server/firm/events/events.ts"
import type { Event, EventType } from "../../server/firm/events/schema.ts"
import type { Tx } from "../../server/platform/db/database.ts"

/** Records an event as the product does, and returns it. */
export async function recordOne(tx: Tx, event_type: EventType, matter: EventSubject): Promise<Event> {
  const [event] = await recordEvents(tx, [{ event_type, matter }])
  assert.ok(event)
  return event
}
