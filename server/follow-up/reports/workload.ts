// The current workload of each staff member.
import { countOpenByAssignee } from "../../intake/matters/list/counts.ts"
import { isUnread } from "../../intake/submissions/review/read-marks.ts"
import { sql, type Tx, userName } from "../../platform/db/sql.ts"

export interface Workload {
  /** Empty for matters without an assignee. */
  user_id: string
  name: string
  /** Neither completed nor closed. */
  open: number
  /** Of the open ones, not submitted yet. */
  waiting: number
  /** Of the open ones, submitted and not read by anyone. */
  unread: number
  /** Each may have more unread ones: the firm has more than are counted. */
  is_cut: boolean
}

/** Unread submissions of all together are counted up to this number. */
export const max_unread = 1_000

const displayName = userName(sql`u`)

/**
 * The workload of all active staff, of former staff who still have open matters, and of matters without an assignee; or
 * only that of `user_id`.
 */
export async function listWorkloads(tx: Tx, user_id?: string): Promise<Workload[]> {
  const own = user_id === undefined ? sql`` : sql`and m.assignee_id = ${user_id}`
  const [open, unread, people] = await Promise.all([
    countOpenByAssignee(tx, user_id),
    tx.all<{ user_id: string; matters: number }>(sql`
      select coalesce(assignee_id, '') as user_id, count(*)::integer as matters from (
        select m.assignee_id from matters m
         where m.submitted_at is not null and m.completed_at is null and m.close_date is null and ${isUnread} ${own}
         limit ${max_unread + 1}) m group by 1`),
    tx.all<{ id: string; name: string; is_active: boolean }>(sql`
      select u.id, ${displayName} as name, u.deactivated_at is null as is_active from users u
       where u.is_firm_staff and u.id = coalesce(${user_id ?? null}, u.id) order by lower(${displayName}), u.id`),
  ])
  const is_cut = unread.reduce((sum, { matters }) => sum + matters, 0) > max_unread
  const rows = [...people, ...(user_id === undefined ? [{ id: "", name: "", is_active: false }] : [])]
  return rows
    .map(({ id, name, is_active }) => {
      const { submitted = 0, ...unsent } = open.get(id) ?? {}
      const waiting = (unsent.created ?? 0) + (unsent.started ?? 0)
      const read = unread.find((row) => row.user_id === id)?.matters ?? 0
      return { user_id: id, name, is_active, waiting, open: waiting + submitted, unread: read, is_cut }
    })
    .filter((load) => load.is_active || load.open > 0)
    .map(({ is_active, ...load }) => load)
}
