// The list of events, newest first. Pages far down are found by adding up the counts of stretches, so that every page
// is as fast as the first (docs/decisions/0041-lists-counts-and-search.md).
import { joinSql, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { badField } from "../../platform/errors.ts"
import { type Listing, max_walked, type Page } from "../../platform/http/responses/paging.ts"
import type { SubscribableType } from "./schema.ts"

export interface EventFilters {
  types?: readonly SubscribableType[] | undefined
  matter_id?: string | undefined
  /** Recorded at this time or later. */
  since?: Date | undefined
  /** The id of an event: only those after it in the list. */
  starting_after?: string | undefined
}

/** Returns a page of the firm's event payloads, newest first. Throws "bad request" if the event to start after does not exist. */
export async function listPayloads(
  tx: Tx,
  page: Page,
  { starting_after, ...filters }: EventFilters = {},
): Promise<Listing<{ payload: string }>> {
  const last = starting_after === undefined ? undefined : await findPlace(tx, starting_after)
  if (Object.values(filters).some((filter) => filter !== undefined))
    return listFiltered(tx, page, filters, earlier(last))
  const [{ count }, rows] = await Promise.all([
    tx.one<{ count: number }>(sql`
      select (select coalesce(sum(events), 0)::integer from event_counts) - ${countedFrom(last)} as count`),
    tx.all<{ payload: string }>(page.offset > max_walked ? farPage(page, last) : nearPage(page, last)),
  ])
  return { count, rows }
}

/** The position of an event in the list. */
interface Place {
  /** In PostgreSQL's format, with microseconds. */
  occurred_at: string
  id: string
  /** Where the next stretch starts; infinity if there is none. */
  next_at: string
  next_id: string
}

async function findPlace(tx: Tx, id: string): Promise<Place> {
  const place = await tx.maybe<Place>(sql`
    select e.occurred_at::text, e.id, coalesce(n.occurred_at, 'infinity')::text as next_at, coalesce(n.id, '') as next_id
      from events e left join lateral (
           select c.occurred_at, c.id::text from event_counts c
            where (c.occurred_at, c.id::text) >= (e.occurred_at, e.id::text) order by c.occurred_at, c.id limit 1) n on true
     where e.id = ${id}`)
  if (place) return place
  throw badField(
    "starting_after",
    "unknown_event",
    '"starting_after" must be the id of an event of this firm.',
  )
}

const newestFirst = sql`order by occurred_at desc, id desc`

// As text: converting to the record_id type could fail, and row-level security prevents such conditions from using an
// index.
const earlier = (last: Place | undefined): Sql =>
  last ? sql`(occurred_at, id::text) < (${last.occurred_at}::timestamptz, ${last.id}::text)` : sql`true`

function nearPage({ limit, offset }: Page, last: Place | undefined): Sql {
  return sql`select payload from events where ${earlier(last)} ${newestFirst} limit ${limit} offset ${offset}`
}

/** Counts and walks what the filters find, each by an index of its own. */
async function listFiltered(
  tx: Tx,
  { limit, offset }: Page,
  { types, matter_id, since }: EventFilters,
  place: Sql,
): Promise<Listing<{ payload: string }>> {
  const conditions = [place]
  if (since !== undefined) conditions.push(sql`occurred_at >= ${since}`)
  if (matter_id !== undefined) conditions.push(sql`matter_id = ${matter_id}`)
  const where = joinSql(conditions, " and ")
  // Each type by its index: the newest of each are merged, so that a rare type needs no walk past all others.
  const ofEach = (selected: Sql) => sql`
    unnest(${[...new Set(types)]}::text[]) of (type) cross join lateral (${selected}) found`
  const ofType = sql`events where event_type = of.type and ${where}`
  const counted = types
    ? sql`select coalesce(sum(count), 0)::integer as count from ${ofEach(sql`select count(*) from ${ofType}`)}`
    : sql`select count(*) from events where ${where}`
  const newest = sql`select payload, occurred_at, id from ${ofType} ${newestFirst} limit ${offset + limit}`
  const [{ count }, rows] = await Promise.all([
    tx.one<{ count: number }>(counted),
    tx.all<{ payload: string }>(sql`
      select payload from ${types ? ofEach(newest) : sql`events where ${where}`}
       ${newestFirst} limit ${limit} offset ${offset}`),
  ])
  return { count, rows }
}

/** Returns the number of events from this one on, inclusive: complete stretches by their count, the rest one by one. */
function countedFrom(last: Place | undefined): Sql {
  if (!last) return sql`0`
  const from = sql`(occurred_at, id::text) >= (${last.occurred_at}::timestamptz, ${last.id}::text)`
  // The repeated condition on times alone lets PostgreSQL see that the range is short.
  return sql`(
    (select coalesce(sum(events), 0)::integer from event_counts where ${from})
    + (select count(*)::integer from events
        where ${from} and (occurred_at, id::text) < (${last.next_at}::timestamptz, ${last.next_id}::text)
          and occurred_at between ${last.occurred_at}::timestamptz and ${last.next_at}::timestamptz))`
}

/** Walks within one stretch at most. */
function farPage({ limit, offset }: Page, last: Place | undefined): Sql {
  return sql`
    with wanted as materialized (select ${offset}::bigint + ${countedFrom(last)} as skipped),
    passed as (
      select occurred_at, id::text, sum(events) over newest as through
        from event_counts window newest as (order by occurred_at desc, id desc)),
    -- Of each stretch where the one above it begins, and how many events there are from there on.
    begun as (
      select through, lag(through, 1, 0) over newest as before,
             lag(occurred_at, 1, 'infinity') over newest as occurred_at, lag(id, 1, '') over newest as id
        from passed window newest as (order by occurred_at desc, id desc)),
    start as materialized (
      select b.occurred_at, b.id, a.skipped - b.before as skipped from begun b cross join wanted a
       where b.through > a.skipped order by b.occurred_at desc, b.id desc limit 1)
    select payload from events
     where (occurred_at, id::text) < ((select occurred_at from start), (select id from start))
     ${newestFirst} limit ${limit} offset (select skipped from start)`
}
