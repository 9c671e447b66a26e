// The webhook log of the demo: an endpoint that has heard of everything, and is paused because its address leads
// nowhere. Nothing is sent: what a receiver answered is made up here, and recorded as a worker would record it.
import { listEvents } from "../events/events.ts"
import type { Event, EventType } from "../events/schema.ts"
import type { Tx } from "../platform/db/database.ts"
import { claimDeliveries } from "../webhooks/claims.ts"
import { createDeliveries } from "../webhooks/deliveries.ts"
import { pauseEndpoint } from "../webhooks/endpoint_states.ts"
import { createEndpoint } from "../webhooks/endpoints.ts"
import { recordTry } from "../webhooks/recording.ts"
import { type Outcome, signRequest } from "../webhooks/sending.ts"
import type { Stage } from "./stage.ts"

const event_types: EventType[] = ["intakeform.submitted", "intakeform.resubmitted", "intakeform.completed"]
const practice = {
  url: "https://practice.hartwell-pryce.example/hooks/foyer",
  event_types,
  headers: [{ "x-practice-key": "demo" }],
  description: "Practice management. Paused: the address is an example and leads nowhere.",
}
const paused_days_ago = 7
const delivered: Outcome = { status: 200, duration_ms: 143, answer_excerpt: '{"received":true}' }
const busy: Outcome = {
  status: 503,
  duration_ms: 2_071,
  answer_excerpt: "Down for maintenance, back shortly.",
}

/** Gives the firm its endpoint and the log of what went there; `by` is the admin who set it up. */
export async function recordDeliveries(stage: Stage, by: string): Promise<void> {
  const { past, calendar, ring } = stage
  const endpoint = await past.at(calendar.at([150, "15:00"]), by, (tx) => createEndpoint(tx, ring, practice))
  const paused = calendar.at([paused_days_ago, "16:00"])
  const events = await past.at(paused, by, heardOf)
  for (const [index, { event_id, occured_at }] of events.entries()) {
    const then = later(new Date(occured_at), 2)
    await past.at(then, by, (tx) => createDeliveries(tx, [event_id]))
    if (then > paused) continue
    // Now and then a receiver is away for a moment, and the second try gets through.
    if (index % 6 === 4) await recordTries(stage, then, by, busy)
    await recordTries(stage, later(then, index % 6 === 4 ? 10 : 0), by, delivered)
  }
  await past.at(paused, by, (tx) => pauseEndpoint(tx, endpoint.id))
}

function recordTries(
  { past, ring, firm_id }: Stage,
  then: Date,
  by: string,
  outcome: Outcome,
): Promise<void> {
  return past.at(then, by, async (tx) => {
    const room = { room: 8, failing_room: 8, key_ids: ring.key_ids, firm_id }
    for (const claim of await claimDeliveries(tx, room)) {
      const { shown_headers } = signRequest(ring, claim, then)
      const log = { started_at: then, request_headers: shown_headers, random: () => 0.5 }
      await recordTry(tx, claim, outcome, log)
    }
  })
}

function later(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000)
}

/** Oldest first. */
async function heardOf(tx: Tx): Promise<Event[]> {
  const { rows } = await listEvents(tx, { page: 1, limit: 1_000, offset: 0 })
  return rows.filter(({ event_type }) => event_types.some((type) => type === event_type)).toReversed()
}
