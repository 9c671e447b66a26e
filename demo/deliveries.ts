// The demo's webhook log: an endpoint with a delivery for every event, paused because its address doesn't exist.
// Nothing is sent: the responses come from the firm's file and are recorded the way a worker records them.
import { listEvents } from "../server/firm/events/events.ts"
import type { Event } from "../server/firm/events/schema.ts"
import { createDeliveries } from "../server/outputs/webhooks/deliveries.ts"
import { createEndpoint, pauseEndpoint } from "../server/outputs/webhooks/endpoints.ts"
import { recordAttempt } from "../server/outputs/webhooks/recording.ts"
import { claimDeliveries } from "../server/outputs/webhooks/schedule.ts"
import { signRequest } from "../server/outputs/webhooks/secrets.ts"
import type { Tx } from "../server/platform/db/database.ts"
import type { Webhook } from "./file-shapes.ts"
import type { DemoFirm } from "./firm.ts"
import { found } from "./keys.ts"

type Response = Webhook["usual_response"]

/** Creates the firm's endpoint and its delivery log. */
export async function recordDeliveries(firm: DemoFirm, webhook: Webhook): Promise<void> {
  const { past, ring, staff } = firm
  const by = found(staff[webhook.by], webhook.by)
  const created = new Date(webhook.created_at)
  const paused = new Date(webhook.paused_at)
  const endpoint = await past.at(created, by, (tx) =>
    createEndpoint(tx, ring, { ...webhook.endpoint, is_backdated: true }),
  )
  const events = await past.at(paused, by, (tx) => listDelivered(tx, webhook))
  for (const [index, { event_id, occured_at }] of events.entries()) {
    const then = secondsAfter(new Date(occured_at), 2)
    await past.at(then, by, (tx) => createDeliveries(tx, [event_id]))
    if (then > paused) continue
    const isUnavailable = index % 6 === 4
    if (isUnavailable) await recordAttempts(firm, then, by, webhook.response_at_every_sixth_first_attempt)
    await recordAttempts(firm, secondsAfter(then, isUnavailable ? 10 : 0), by, webhook.usual_response)
  }
  await past.at(paused, by, (tx) => pauseEndpoint(tx, endpoint.id))
}

function recordAttempts(
  { past, ring, firm_id }: DemoFirm,
  then: Date,
  by: string,
  { status, duration_ms, body }: Response,
): Promise<void> {
  return past.at(then, by, async (tx) => {
    const space = { capacity: 8, failing_capacity: 8, key_ids: ring.key_ids, firm_id }
    for (const claim of await claimDeliveries(tx, space)) {
      const { shown_headers } = signRequest(ring, claim, then)
      const log = { started_at: then, request_headers: shown_headers, random: () => 0.5 }
      await recordAttempt(tx, claim, { status, duration_ms, response_excerpt: body }, log)
    }
  })
}

function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000)
}

/** Oldest first. */
async function listDelivered(tx: Tx, { endpoint }: Webhook): Promise<Event[]> {
  const { rows } = await listEvents(tx, { page: 1, limit: 1_000, offset: 0 })
  return rows
    .filter(({ event_type }) => endpoint.event_types.some((type) => type === event_type))
    .toReversed()
}
