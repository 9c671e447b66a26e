import { type Queue, type QueueScope, queues } from "../../intake/matters/list/queue.ts"
import { rawSql, type Sql, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { type FirmSettings, isQueueUsed, sourceOf } from "./sources.ts"

/** Counting stops here; a longer queue has "more than" this. */
export const max_counted = 1_000

export interface Viewer {
  role: string
  assigned_matters_only: boolean
}

/** The queues of a staff member: some are for admins only, or make no sense for those limited to assigned matters. */
export function queuesOf({ role, assigned_matters_only }: Viewer, settings: FirmSettings): readonly Queue[] {
  return queues.filter(
    (queue) =>
      isQueueUsed(queue, settings) &&
      !(queue === "deletion" && role !== "admin") &&
      !(queue === "unassigned" && assigned_matters_only),
  )
}

/** A matter that waits, with the data its next action needs. */
export interface QueueItem {
  matter_id: string
  name: string
  questionnaire_title: string
  assignee_name: string | null
  /** When the wait started; of a matter that is due, noon of the day in UTC. */
  since: Date
  /** The invitation whose email was not delivered, or whose link expired. */
  invitation_id: string | null
  /** Why it was not delivered; for a task or a mention, its text. */
  detail: string | null
  recipient: string | null
  /** The task or the note with the mention. */
  note_id: string | null
  is_mention: boolean
  /** Someone has a working link. */
  is_invited: boolean
  is_submitted: boolean
}

export interface FilledQueue {
  queue: Queue
  /** Matters, at most `max_counted` + 1; of tasks and mentions, each one. */
  count: number
  /** Longest wait first. */
  items: QueueItem[]
}

/**
 * The queues, of these, that contain anything: how much, and the first `limit` entries. Each is a statement of its own:
 * PostgreSQL keeps the plans of such, while planning one for all takes longer than reading them.
 */
export async function readQueues(
  tx: Tx,
  wanted: readonly Queue[],
  { settings, limit, ...scope }: QueueScope & { settings: FirmSettings; limit: number },
): Promise<FilledQueue[]> {
  // Without waiting: planning one of them for its values takes longer than reading it.
  const planned = tx.run(sql`set local plan_cache_mode = force_generic_plan`)
  const read = await Promise.all(
    wanted.map(async (queue) => {
      const source = sourceOf(tx, queue, settings)
      if (!source) return []
      const rows = await tx.all<QueueItem & { count: number }>(entriesOf(source, scope, limit))
      return rows[0] ? [{ queue, count: rows[0].count, items: rows }] : []
    }),
  )
  await planned
  return read.flat()
}

/** A matter is one entry; each task and each mention is one. */
function entriesOf(source: Sql, scope: QueueScope, limit: number): Sql {
  // The limits are literal, or PostgreSQL would plan for each again.
  return sql`
    with waiting as materialized (
      select * from (${source}) q ${inScope(scope)} order by since, matter_id limit ${rawSql(String(max_counted + 1))}),
    entries as materialized (
      select count(*) over ()::integer as count, q.* from waiting q
       order by q.since, q.matter_id limit ${rawSql(String(limit))})
    select q.count, q.matter_id, m.name, f.title as questionnaire_title,
           (select ${userName(sql`u`)} from users u where u.id = q.assignee_id) as assignee_name,
           q.since, q.invitation_id, q.note_id, q.is_mention, q.detail, m.is_submitted,
           (select i.email from invitations i where i.id = q.invitation_id) as recipient,
           exists (select from invitations i where i.matter_id = q.matter_id and i.revoked_at is null) as is_invited
      from entries q
      join matters m on m.id = q.matter_id
      join questionnaires f on f.id = m.questionnaire_id
     order by q.since, q.matter_id`
}

/** How much waits in each of these queues, at most `max_counted` + 1; empty ones are left out. */
export async function countQueues(
  tx: Tx,
  wanted: readonly Queue[],
  scope: QueueScope & { settings: FirmSettings },
): Promise<{ queue: Queue; count: number }[]> {
  return readQueues(tx, wanted, { ...scope, limit: 1 })
}

/** The ids of all matters in a queue. The scope is the queue's own: a task is assigned to a person, not to the matter's. */
export async function listQueuedMatters(
  tx: Tx,
  queue: Queue,
  { assignee_id, settings }: { assignee_id: string | null | undefined; settings: FirmSettings },
): Promise<string[]> {
  const source = sourceOf(tx, queue, settings)
  if (!source) return []
  const isTheirs =
    assignee_id === undefined ? sql`` : sql`where q.assignee_id is not distinct from ${assignee_id}::text`
  const rows = await tx.all<{ id: string }>(sql`
    select distinct q.matter_id as id from (${source}) q ${isTheirs} order by 1`)
  return rows.map(({ id }) => id)
}

function inScope({ user_id, is_whole_firm }: QueueScope): Sql {
  return is_whole_firm ? sql`` : sql`where q.assignee_id = ${user_id}`
}
