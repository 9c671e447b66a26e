// What happened to matters. An event is recorded in the transaction that caused it, which also fixes the bytes of its
// webhook body, without personal data.
import { causingRequest } from "../../platform/causes.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { found } from "../../platform/errors.ts"
import type { Listing, Page } from "../../platform/http/responses/paging.ts"
import { enqueuing } from "../../platform/jobs/queue.ts"
import { type EventTurn, endingEventTurn, nextTurn, takeEventTurn } from "./event-order.ts"
import { type EventFilters, listPayloads } from "./list.ts"
import { type Context, type Event, type EventType, eventTraits } from "./schema.ts"

export interface EventSubject {
  id: string
  context?: Context | null
  questionnaire: { id: string; internal_type: string }
}

export interface NewEvent {
  event_type: EventType
  matter: EventSubject
  /** The number of the submission that it made, if it made one. */
  submission?: number | undefined
}

const together = new WeakMap<Tx, NewEvent[]>()

/** Records that `event_type` happened to a matter, caused by the transaction's actor. */
export async function recordEvent(
  tx: Tx,
  event_type: EventType,
  matter: EventSubject,
  submission?: number,
): Promise<void> {
  const event = { event_type, matter, submission }
  const waiting = together.get(tx)
  if (waiting) waiting.push(event)
  else await recordEvents(tx, [event])
}

/**
 * Runs `work`, which changes many matters, and records its events at its end: until the commit, the firm's other events
 * wait for the first one, and those may hold a matter that `work` has yet to lock.
 */
export async function recordTogether<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const waiting: NewEvent[] = []
  together.set(tx, waiting)
  try {
    const result = await work()
    await recordEvents(tx, waiting)
    return result
  } finally {
    together.delete(tx)
  }
}

/** Records many events in this order, in a few statements for all, and returns them. */
export async function recordEvents(tx: Tx, happened: readonly NewEvent[]): Promise<Event[]> {
  if (happened.length === 0) return []
  const { user, ...first } = await takeEventTurn(tx)
  let turn: EventTurn = first
  const opened = happened.map((one, index) => {
    if (index > 0) turn = nextTurn(turn)
    return openEvent(one, turn, user)
  })
  const events = opened.map(({ event }) => event)
  const ids = (some: readonly Event[]) => some.map(({ event_id }) => ({ event_id }))
  const noticed = happened.flatMap(({ event_type }, index) =>
    eventTraits[event_type].notice ? (events[index] ?? []) : [],
  )
  await tx.run(sql`
    with latest as (${endingEventTurn(turn)}),
    recorded as (
    insert into events (id, event_type, matter_id, user_id, occurred_at, payload, request_id, submission)
    select id, event_type, matter_id, ${user.id}, ${turn.occurred_at}, payload, ${causingRequest() ?? null}, submission
      from unnest(${events.map(({ event_id }) => event_id)}::text[],
                  ${events.map(({ event_type }) => event_type)}::text[],
                  ${events.map(({ matter }) => matter.id)}::text[],
                  ${opened.map(({ payload }) => payload)}::text[],
                  ${happened.map(({ submission = null }) => submission)}::integer[])
             as event (id, event_type, matter_id, payload, submission))
    select ${enqueuing(tx, "deliver-event", ids(events))}
           ${noticed.length > 0 ? sql`, ${enqueuing(tx, "notify-staff", ids(noticed))}` : sql``}`)
  return events
}

/** The event, and the bytes of its webhook body. */
function openEvent(
  { event_type, matter, submission }: NewEvent,
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
  return { event, payload: JSON.stringify({ ...event, occurred_at: occured_at, submission }) }
}

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

/** Extracts the event from its webhook body, which adds the correctly spelled time and the submission's number. */
function eventOf({ payload }: { payload: string }): Event {
  const { occurred_at, submission, ...event } = JSON.parse(payload) as WebhookBody
  return event
}

type WebhookBody = Event & { occurred_at: string; submission?: number }
