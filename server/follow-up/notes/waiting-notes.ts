// Open tasks and mentions, and whom they wait for: a task does not wait for an assignee who can no longer do it.
import { isVisibleToStaff, mayBeAssigned } from "../../intake/matters/assignment.ts"
import { firmDayOf, rawSql, type Sql, sql, type Tx } from "../../platform/db/sql.ts"

/** Whether the assignee `u` of a task of matter `m` works here and may act on the matter. */
const mayDo = sql`(u.deactivated_at is null and ${mayBeAssigned} and ${isVisibleToStaff})`
/** Who has to do the task otherwise: the matter's assignee, or no one. */
const standIn = sql`(select a.id from users a where a.id = m.assignee_id and a.deactivated_at is null and a.role <> 'read_only')`

/** Who has to do a task of matter `m` assigned to `u`. */
export const responsible = sql`(case when ${mayDo} then u.id else ${standIn} end)`

/** Each note's matter by its id: otherwise, where firms have many notes, PostgreSQL reads all of a firm's matters. */
const matterOfNote = rawSql("lateral (select * from matters where id = n.matter_id offset 0)")

/**
 * SQL statement: open tasks without a due date or due by today, for those who have to do them, and the current user's
 * mentions that are not done.
 */
export function waitingNotes({ now }: Tx): Sql {
  const isWaiting = sql`n.assignee_id is not null and n.done_at is null and (n.due_date is null or n.due_date <= ${firmDayOf(now)})`
  const tasks = (from: Sql, assignee_id: Sql, isWanted: Sql) => sql`
    select n.matter_id, n.id as note_id, false as is_mention, ${assignee_id} as assignee_id, n.text,
           coalesce((n.due_date + time '12:00') at time zone 'UTC', n.written_at) as since
      from ${from} n join users u on u.id = n.assignee_id cross join ${matterOfNote} m
     where ${isWaiting} and ${isWanted}`
  const doubtful = sql`(select n.* from notes n where ${isWaiting} and ${mayBeUndoable} offset 0)`
  return sql`
    ${tasks(sql`notes`, sql`n.assignee_id`, mayDo)}
    union all
    ${tasks(doubtful, standIn, sql`not ${mayDo}`)}
    union all
    select n.matter_id, n.id, true, r.user_id, n.text, n.written_at
      from note_mentions r join notes n on n.id = r.note_id join users u on u.id = r.user_id
           cross join ${matterOfNote} m
     where r.done_at is null and r.user_id = current_actor() and ${isVisibleToStaff}`
}

/** Finds the few tasks for which `mayDo` may be false; without it, PostgreSQL reads the matter of every task. */
const mayBeUndoable = sql`(
  n.assignee_id = any(array(
    select u.id::text from users u where u.deactivated_at is not null or not ${mayBeAssigned} or u.assigned_matters_only))
  or n.matter_id in (select a.matter_id from matter_access a))`
