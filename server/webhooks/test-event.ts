import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { newId } from "../platform/ids.ts"
import { wakeWorkers } from "../platform/jobs/wake.ts"
import { getEndpoint } from "./endpoints.ts"

/** Never the type of anything that happened, so that no receiver takes a test for an event. */
export const test_event_type = "foyer.test"

/**
 * Sends an endpoint one event that is marked as a test, signed like any other, even while the endpoint is paused or
 * disabled. It is tried once, and its outcome says nothing about the endpoint. Returns the delivery's id.
 */
export async function sendTestEvent(tx: Tx, endpoint_id: string): Promise<string> {
  const endpoint = await getEndpoint(tx, endpoint_id)
  const user = await tx.maybe(
    sql`select id, is_firm_staff, is_client_user from users where id = current_actor()`,
  )
  const id = newId("delivery")
  const event_id = newId("event")
  const occured_at = tx.now.toISOString().replace(/\.\d+Z$/, "Z")
  // The shape of a real event, with ids that name nothing.
  const payload = JSON.stringify({
    event_id,
    event_type: test_event_type,
    is_test: true,
    matter: { id: newId("matter") },
    meta: { questionnaire: { id: newId("questionnaire"), internal_type: "Test" } },
    occured_at,
    user: user ?? null,
    occurred_at: occured_at,
  })
  await tx.run(sql`
    insert into deliveries (id, endpoint_id, event_id, event_type, is_test, payload, next_try_at, created_at)
    values (${id}, ${endpoint.id}, ${event_id}, ${test_event_type}, true, ${payload}, ${tx.now}, ${tx.now})`)
  await wakeWorkers(tx, "deliveries")
  return id
}
