import type { Tx } from "../../platform/db/database.ts"
import { joinSql, rawSql, type Sql, sql } from "../../platform/db/sql.ts"
import { userName } from "../../platform/db/user-name.ts"
import type { Page } from "../../platform/http/responses/paging.ts"
import { type Queue, queues, type Scope } from "./queue.ts"
import { type FirmSettings, isQueueUsed, sourceOf } from "./sources.ts"

/** Counting stops here; a longer queue has "more than" this. */
export const max_counted = 1_000

/** The queues of a staff member: some are for admins only, or make no sense for those limited to assigned matters. */
export function queuesOf(
  { role, assigned_matters_only }: { role: string; assigned_matters_only: boolean },
  settings: FirmSettings,
): readonly Queue[] {
  return queues.filter(
    (queue) =>
      isQueueUsed(queue, settings) &&
      !(queue === "due" && role !== "admin") &&
      // A conflict check covers the entire firm.
      !((queue === "unassigned" || queue === "conflicts") && assigned_matters_only),
  )
}

export interface QueueCounts {
  /** Assigned to the user. */
  own: number
  whole_firm: number
}

/** The length of each queue, at most `max_counted` + 1; 0 for a queue the firm doesn't use. */
export async function countQueues(
  tx: Tx,
  user_id: string,
  settings: FirmSettings,
): Promise<Record<Queue, QueueCounts>> {
  const counted = queues.flatMap((queue) => {
    const count = (is_whole_firm: boolean) => {
      const source = sourceOf(tx, queue, settings)
      if (!source) return sql`0`
      // The limit is literal: PostgreSQL then keeps one plan, and planning takes longer than counting.
      const rows = sql`select from (${source}) q ${inScope({ user_id, is_whole_firm })} limit ${rawSql(String(max_counted + 1))}`
      return sql`(select count(*)::integer from (${rows}) counted)`
    }
    return [sql`select ${queue} as queue, ${count(false)} as own, ${count(true)} as whole_firm`]
  })
  const rows = await tx.all<QueueCounts & { queue: Queue }>(joinSql(counted, " union all "))
  return Object.fromEntries(
    rows.map(({ queue, own, whole_firm }) => [queue, { own, whole_firm }]),
  ) as unknown as Record<Queue, QueueCounts>
}

/** A matter that waits for staff, with the data its next action needs. */
export interface QueueItem {
  matter_id: string
  name: string
  questionnaire_title: string
  assignee_name: string | null
  /** When the wait started. */
  since: Date
  /** The invitation whose email was not delivered. */
  invitation_id: string | null
  /** Why it was not delivered; for a task or a mention, its text. */
  detail: string | null
  recipient: string | null
  /** The task or the note with the mention. */
  note_id: string | null
  is_mention: boolean
  /** Someone has a working link. */
  is_invited: boolean
  /** Number of the latest submission; null before the first. */
  submission: number | null
}

/** A page of a queue, longest wait first, possible conflicts by weight before that; empty for a queue the firm doesn't use. */
export async function listQueue(
  tx: Tx,
  { queue, settings, ...scope }: Scope & { queue: Queue; settings: FirmSettings },
  { limit, offset }: Pick<Page, "limit" | "offset">,
): Promise<QueueItem[]> {
  const source = sourceOf(tx, queue, settings)
  if (!source) return []
  // Parties come before families; in every other queue only the wait counts.
  const heaviest = queue === "conflicts" ? sql`weight,` : sql``
  return tx.all(sql`
    select q.matter_id, m.name, f.title as questionnaire_title,
           (select ${userName(sql`u`)} from users u where u.id = q.assignee_id) as assignee_name,
           q.since, q.invitation_id, q.detail,
           ${queue === "notes" ? sql`q.note_id, q.is_mention` : sql`null::text as note_id, false as is_mention`},
           (select i.email from invitations i where i.id = q.invitation_id) as recipient,
           exists (select from invitations i where i.matter_id = q.matter_id and i.revoked_at is null) as is_invited,
           (select max(s.number) from submissions s where s.matter_id = q.matter_id) as submission
      from (select * from (${source}) q ${inScope(scope)}
             order by ${heaviest} since, matter_id limit ${limit} offset ${offset}) q
      join matters m on m.id = q.matter_id
      join questionnaires f on f.id = m.questionnaire_id
     order by ${heaviest} q.since, q.matter_id`)
}

function inScope({ user_id, is_whole_firm }: Scope): Sql {
  return is_whole_firm ? sql`` : sql`where q.assignee_id = ${user_id}`
}
