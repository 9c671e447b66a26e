// Events that only say that they are tests, for staff to see whether a receiver understands them.
import { type Event, eventTraits, eventTypes } from "../../firm/events/schema.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { wakeWorkers } from "../../platform/jobs/wake.ts"
import { getEndpoint } from "./endpoints.ts"

/** No receiver mistakes the first one for an event; the others are samples of the real types. */
export const testTypes = ["foyer.test", ...eventTypes] as const
export type TestType = (typeof testTypes)[number]

/**
 * Sends an endpoint a test event, signed like any other, even while the endpoint is paused or disabled, and whatever it
 * subscribed to. Its body is marked `is_test`. It is attempted once, and its outcome does not count toward the endpoint's
 * health. Returns the delivery's id.
 */
export async function sendTestEvent(
  tx: Tx,
  endpoint_id: string,
  event_type: TestType = "foyer.test",
): Promise<string> {
  const endpoint = await getEndpoint(tx, endpoint_id)
  const id = newId("delivery")
  const event_id = newId("event")
  const { matter, meta } = (event_type !== "foyer.test" && (await findLatest(tx))) || {
    // These ids refer to nothing.
    matter: { id: newId("matter") },
    meta: { questionnaire: { id: newId("questionnaire"), internal_type: "Test" } },
  }
  const occured_at = tx.now.toISOString().replace(/\.\d+Z$/, "Z")
  const user = isByClient(event_type) ? await findClient(tx, matter.id) : await readActor(tx)
  const payload = JSON.stringify({
    event_id,
    event_type,
    is_test: true,
    matter,
    meta,
    occured_at,
    user,
    occurred_at: occured_at,
  })
  await tx.run(sql`
    insert into deliveries (id, endpoint_id, event_id, event_type, is_test, payload, next_try_at, created_at)
    values (${id}, ${endpoint.id}, ${event_id}, ${event_type}, true, ${payload}, ${tx.now}, ${tx.now})`)
  await wakeWorkers(tx, "deliveries")
  return id
}

/** The firm's latest event. */
async function findLatest(tx: Tx): Promise<Pick<Event, "matter" | "meta"> | undefined> {
  const last = await tx.maybe<{ payload: string }>(sql`
    select payload from events order by occurred_at desc, id desc limit 1`)
  return last && (JSON.parse(last.payload) as Event)
}

const isByClient = (type: TestType) => type !== "foyer.test" && eventTraits[type].by === "client"

/** A client who has started; before that, one that refers to nobody. */
async function findClient(tx: Tx, matter_id: string): Promise<Event["user"]> {
  const client = await tx.maybe<{ id: string }>(sql`
    select user_id as id from invitations where matter_id = ${matter_id} and user_id is not null order by id limit 1`)
  return { id: client?.id ?? newId("user"), is_firm_staff: false, is_client_user: true }
}

async function readActor(tx: Tx): Promise<Event["user"] | null> {
  const user = await tx.maybe<Event["user"]>(
    sql`select id, is_firm_staff, is_client_user from users where id = current_actor()`,
  )
  return user ?? null
}
