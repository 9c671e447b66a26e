// A member of staff's due days as a calendar feed, at a secret address that calendar programs ask without a session. Only
// the hash of its token is stored. It shows what its owner may see, and stops when they may not sign in.
import { awaitedDocuments } from "../../intake/checklist/due-days.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { hashToken, newFirmToken, placeOf, readFirmPlace } from "../../platform/secrets/tokens.ts"
import { type AllDayEvent, calendarOf } from "./ics.ts"

/** The path of a feed. */
export function feedPath(token: string): string {
  return `/calendar/${token}.ics`
}

/** Creates the user's feed, or gives it a new address: the old one stops. Returns its token, the only time it is visible. */
export async function createFeed(tx: Tx, user_id: string): Promise<string> {
  const token = newFirmToken(await readFirmPlace(tx))
  await tx.run(sql`
    insert into calendar_feeds (user_id, token_hash, created_at) values (${user_id}, ${hashToken(token)}, ${tx.now})
    on conflict (firm_id, user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`)
  return token
}

/** Ends the user's feed; does nothing if there is none. */
export async function removeFeed(tx: Tx, user_id: string): Promise<void> {
  await tx.run(sql`delete from calendar_feeds where user_id = ${user_id}`)
}

/** When the user's feed got its address; undefined without one. */
export async function findFeed(tx: Tx, user_id: string): Promise<Date | undefined> {
  const feed = await tx.maybe<{ created_at: Date }>(sql`
    select created_at from calendar_feeds where user_id = ${user_id}`)
  return feed?.created_at
}

/** The calendar at a token; undefined for an unknown one, a suspended firm, or an owner who left. */
export async function readFeed(db: Database, token: string, base_url: string): Promise<string | undefined> {
  const owner = await db.forPlatform((tx) =>
    tx.maybe<{ firm_id: string; user_id: string; name: string }>(sql`
      select c.firm_id, c.user_id, f.name
        from firms f
        join calendar_feeds c on c.firm_id = f.id and c.token_hash = ${hashToken(token)}
        join users u on u.firm_id = c.firm_id and u.id = c.user_id
       where f.place = ${placeOf(token)} and f.suspended_at is null and u.is_firm_staff and u.deactivated_at is null`),
  )
  if (!owner) return undefined
  const { firm_id, user_id, name } = owner
  const events = await db.forFirm(firm_id, (tx) => listDueDays(tx, user_id, base_url), {
    user_id,
    is_viewer: true,
  })
  return calendarOf(`Due days – ${name}`, events)
}

const max_events = 1_000

/** The days of the open matters assigned to the user, and of documents still to come in them, first ones first. */
async function listDueDays(tx: Tx, user_id: string, base_url: string): Promise<AllDayEvent[]> {
  const rows = await tx.all<{
    record: string
    matter_id: string
    name: string
    day: string
    detail: string
    changed_at: Date
  }>(sql`
    select m.id as record, m.id as matter_id, m.name, m.due_on as day, q.title as detail, m.updated_at as changed_at
      from matters m join questionnaires q on q.id = m.questionnaire_id
     where m.assignee_id = ${user_id} and m.due_on is not null and m.completed_at is null and m.close_date is null
     union all
    select concat_ws('.', m.id, d.request_id, nullif(d.due_for, '')), m.id, concat(m.name, ' – ', d.label), d.due_on,
           '', m.updated_at
      from ${awaitedDocuments} and m.assignee_id = ${user_id}
     order by day, record limit ${max_events + 1}`)
  const events = rows.slice(0, max_events).map(({ record, matter_id, name, day, detail, changed_at }) => ({
    uid: `${record}.due@foyer`,
    day,
    changed_at,
    summary: `Due: ${name}`,
    description: detail,
    url: `${base_url}/console/matters/${matter_id}${record === matter_id ? "" : "/documents"}`,
  }))
  const last = rows.length > max_events ? events.at(-1) : undefined
  // A calendar would otherwise look complete.
  const rest = last && {
    ...last,
    uid: `${user_id}.more@foyer`,
    summary: "More matters are due from here on",
    description: `This calendar has the first ${max_events} days. The list of matters has all.`,
    url: `${base_url}/console/matters?assignee=me&sort=due`,
  }
  return rest ? [...events, rest] : events
}
