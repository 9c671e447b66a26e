// What happened to matters. An event is recorded in the transaction that caused it, which also fixes the bytes of its
// webhook body, without personal data.
import { causingRequest } from "../../platform/causes.ts"
import type { Tx } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { found } from "../../platform/errors.ts"
import type { Listing, Page } from "../../platform/http/responses/paging.ts"
import { enqueue, enqueueAll } from "../../platform/jobs/queue.ts"
import { type EventTurn, endEventTurn, nextTurn, takeEventTurn } from "./event-order.ts"
import { type EventFilters, listPayloads } from "./list.ts"
import type { Context, Event, EventType } from "./schema.ts"

export interface EventSubject {
  id: string
  context?: Context | null
  questionnaire: { id: string; internal_type: string }
}

/** Records that `event_type` happened to a matter, caused by the transaction's actor. Returns the event. */
export async function recordEvent(tx: Tx, event_type: EventType, matter: EventSubject): Promise<Event> {
  const [user, turn] = await Promise.all([readActor(tx), takeEventTurn(tx)])
  const { event, payload } = openEvent(event_type, matter, turn, user)
  await Promise.all([
    endEventTurn(tx, turn),
    tx.run(sql`
      insert into events (id, event_type, matter_id, occurred_at, payload, request_id)
      values (${turn.id}, ${event_type}, ${matter.id}, ${turn.occurred_at}, ${payload},
              ${causingRequest() ?? null})`),
  ])
  await enqueue(tx, "deliver-event", { event_id: event.event_id })
  if (ofInterestToStaff.has(event_type)) await enqueue(tx, "notify-staff", { event_id: event.event_id })
  return event
}

/** Records the creation of many matters, in a few statements for all, at the end of a transaction. */
export async function recordCreations(tx: Tx, matters: readonly EventSubject[]): Promise<void> {
  if (matters.length === 0) return
  const [user, first] = await Promise.all([readActor(tx), takeEventTurn(tx)])
  let turn = first
  const events = matters.map((matter, index) => {
    if (index > 0) turn = nextTurn(turn)
    const { event, payload } = openEvent("intakeform.created", matter, turn, user)
    return { id: event.event_id, matter_id: matter.id, payload }
  })
  await endEventTurn(tx, turn)
  await tx.run(sql`
    insert into events (id, event_type, matter_id, occurred_at, payload, request_id)
    select id, 'intakeform.created', matter_id, ${turn.occurred_at}, payload, ${causingRequest() ?? null}
      from unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ matter_id }) => matter_id)}::text[],
                  ${events.map(({ payload }) => payload)}::text[]) as event (id, matter_id, payload)`)
  await enqueueAll(
    tx,
    "deliver-event",
    events.map(({ id }) => ({ event_id: id })),
  )
}

function readActor(tx: Tx): Promise<Event["user"]> {
  return tx.one(sql`select id, is_firm_staff, is_client_user from users where id = current_actor()`)
}

/** The event, and the bytes of its webhook body. */
function openEvent(
  event_type: EventType,
  matter: EventSubject,
  turn: EventTurn,
  user: Event["user"],
): { event: Event; payload: string } {
  const occured_at = turn.occurred_at.toISOString().replace(/\.\d+Z$/, "Z")
  const event: Event = {
    event_id: turn.id,
    event_type,
    matter: matter.context ? { id: matter.id, context: matter.context } : { id: matter.id },
    meta: {
      questionnaire: { id: matter.questionnaire.id, internal_type: matter.questionnaire.internal_type },
    },
    occured_at,
    user,
  }
  return { event, payload: JSON.stringify({ ...event, occurred_at: occured_at }) }
}

/** Actions by clients that staff may want an email about. */
const ofInterestToStaff: ReadonlySet<EventType> = new Set([
  "intakeform.started",
  "intakeform.submitted",
  "intakeform.resubmitted",
  "message.created",
])

/**
 * Returns a page of the firm's events, newest first, in the reverse of the order in which they became visible. Throws
 * "bad request" if the event to start after does not exist.
 */
export async function listEvents(tx: Tx, page: Page, filters?: EventFilters): Promise<Listing<Event>> {
  const { count, rows } = await listPayloads(tx, page, filters)
  return { count, rows: rows.map(eventOf) }
}

/** Returns an event. Throws "not found". */
export async function getEvent(tx: Tx, event_id: string): Promise<Event> {
  return eventOf(
    found(await tx.maybe<{ payload: string }>(sql`select payload from events where id = ${event_id}`)),
  )
}

/** Extracts the event from its webhook body, which adds the time under the correctly spelled name. */
function eventOf({ payload }: { payload: string }): Event {
  const { occurred_at, ...event } = JSON.parse(payload) as Event & { occurred_at: string }
  return event
}
