// Whether nothing waits today, and what comes next: the next day on which anything is due.
import { dayFrom } from "../../definition/values/dates.ts"
import { type Queue, type QueueScope, queueGroups } from "../../intake/matters/list/queue.ts"
import { firmDayOf, sql, type Tx } from "../../platform/db/sql.ts"
import type { FilledQueue } from "./queues.ts"

/** Whether what is in the queues is due on a later day than today, or waits for the client. */
export function isFree(queues: readonly FilledQueue[], today: string): boolean {
  const { due, client }: Record<string, readonly Queue[]> = queueGroups
  return queues.every(({ queue, items }) =>
    due?.includes(queue)
      ? items.every(({ since }) => since.toISOString().slice(0, 10) > today)
      : client?.includes(queue),
  )
}

export interface NextDue {
  day: string
  matter_id: string
  name: string
  is_task: boolean
  /** How many matters and tasks are due on the day. */
  count: number
}

/** The first matter or task that is due after today, one's own or the whole firm's. */
export async function findNextDue(
  tx: Tx,
  { user_id, is_whole_firm }: QueueScope,
): Promise<NextDue | undefined> {
  const isTheirs = is_whole_firm ? sql`true` : sql`assignee_id = ${user_id}`
  const matters = sql`
    select id as matter_id, due_order as day, false as is_task from matters
     where completed_at is null and close_date is null and due_on is not null
       and due_order > ${firmDayOf(tx.now)} and ${isTheirs}`
  const tasks = sql`
    select matter_id, due_date, true from notes
     where assignee_id is not null and done_at is null and due_date > ${firmDayOf(tx.now)} and ${isTheirs}`
  const [next] = await tx.all<NextDue>(sql`
    with due as materialized (${matters} union all ${tasks}),
    first as (select * from due where day = (select min(day) from due))
    select to_char(f.day, 'YYYY-MM-DD') as day, f.matter_id, m.name, f.is_task, count(*) over ()::integer as count
      from first f join matters m on m.id = f.matter_id
     order by f.is_task, m.name, m.id limit 1`)
  return next
}

/** Its sentence, around the name of the matter: `dayText` writes a day that is not tomorrow. */
export function nextWords(
  { day, is_task, count }: NextDue,
  today: string,
  dayText: (day: string) => string,
): readonly [before: string, after: string] {
  const when = day === dayFrom(today, 1) ? "tomorrow" : `on ${dayText(day)}`
  return [
    is_task ? "Next, a task in " : "Next, ",
    ` is due ${when}${count > 1 ? `, and ${count - 1} more` : ""}.`,
  ]
}
