// Staff's own notes about a matter, which clients never see. A note with an assignee is a task. An @mention shows the
// note on that person's home page until they mark it as done: reading it isn't acting on it.
import { parseIsoDate } from "../../definition/values/dates.ts"
import { inLines } from "../../definition/values/typed-text.ts"
import { isVisibleToStaff, mayBeAssigned } from "../../intake/matters/assignment.ts"
import type { Json } from "../../intake/matters/changes/changes.ts"
import { addToInbox, removeFromInbox } from "../../intake/notifications/inbox.ts"
import { addOnce } from "../../platform/db/schema/id-conflicts.ts"
import { isAmong, json, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { badRequest, type Fault, tooLong } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { findMentioned } from "./mentions.ts"
import { responsible } from "./waiting-notes.ts"

export const max_note_characters = 5_000

export interface NoteRow {
  id: string
  text: string
  /** The assignee of a task; null for a plain note. */
  assignee_id: string | null
  assignee_name: string
  /** Who has to do the task now; null for no one, and for a plain note. */
  responsible_id: string | null
  responsible_name: string
  due_date: string | null
  done_at: Date | null
  done_by_name: string
  written_by: string
  by_name: string
  written_at: Date
  /** Names of the mentioned colleagues. */
  mentions: string[]
  /** It mentions the current user, who has not marked it as done. */
  is_mention_open: boolean
}

/** All notes of a matter, or those with these ids, newest first. */
export function listNotes(tx: Tx, matter_id: string, ids?: readonly string[]): Promise<NoteRow[]> {
  return tx.all(sql`
    select n.id, n.text, n.assignee_id, ${userName(sql`u`)} as assignee_name, r.id as responsible_id,
           ${userName(sql`r`)} as responsible_name, n.due_date, n.done_at,
           ${userName(sql`d`)} as done_by_name, n.written_by, ${userName(sql`w`)} as by_name, n.written_at,
           array(select ${userName(sql`p`)} from note_mentions o join users p on p.id = o.user_id
                  where o.note_id = n.id order by 1) as mentions,
           exists (select from note_mentions o where o.note_id = n.id and o.user_id = current_actor() and o.done_at is null)
             as is_mention_open
      from notes n
      join matters m on m.id = n.matter_id
      left join users u on u.id = n.assignee_id
      left join users r on n.assignee_id is not null and r.id = ${responsible}
      left join users d on d.id = n.done_by
      left join users w on w.id = n.written_by
     where n.matter_id = ${matter_id} and ${isAmong(sql`n.id`, ids)} order by n.id desc`)
}

export interface NewNote {
  /** Set by the form, so that sending it twice adds one note. */
  id?: string
  text: string
  assignee_id: string | null
  /** YYYY-MM-DD; tasks only. */
  due_date: string | null
  /** No colleague typed the text, so it mentions no one. */
  is_quoted?: boolean
}

/**
 * Adds a note, or a task if it has an assignee. Throws "bad request" naming every fault, and "not found", also if the id is
 * that of another record.
 */
export async function addNote(
  tx: Tx,
  matter_id: string,
  { id = newId("note"), is_quoted = false, ...note }: NewNote,
): Promise<void> {
  await tx.one(sql`select id from matters where id = ${matter_id}`)
  const readers = await listReaders(tx, matter_id)
  const faults = faultsOf(
    note,
    readers.flatMap(({ id, may_act }) => (may_act ? id : [])),
  )
  if (faults.length > 0) throw badRequest(faults)
  const text = inLines(note.text)
  const isAdded = await addOnce(
    tx,
    sql`
      insert into notes (id, matter_id, text, assignee_id, due_date, written_at)
      values (${id}, ${matter_id}, ${text}, ${note.assignee_id}, ${note.due_date}, ${tx.now})
      on conflict do nothing returning id`,
    sql`select id from notes where matter_id = ${matter_id} and id = ${id} and written_by = current_actor()`,
  )
  if (!isAdded) return
  const mentioned = await tx.all<{ user_id: string }>(sql`
    insert into note_mentions (matter_id, note_id, user_id)
    select ${matter_id}, ${id}, user_id from unnest(${findMentioned(text, is_quoted ? [] : readers)}::text[]) as named (user_id)
     where user_id is distinct from current_actor() returning user_id`)
  const user_ids = mentioned.map(({ user_id }) => user_id)
  await addToInbox(tx, { matter_id, kind: "mentioned", about: id }, user_ids)
}

/** Active staff who may see the matter, by name: they can be mentioned and, unless they only read, be assigned tasks. */
export function listReaders(
  tx: Tx,
  matter_id: string,
): Promise<{ id: string; name: string; email: string; may_act: boolean }[]> {
  return tx.all(sql`
    select u.id, u.name, u.email, ${mayBeAssigned} as may_act from users u join matters m on m.id = ${matter_id}
     where u.is_firm_staff and u.deactivated_at is null and ${isVisibleToStaff}
     order by lower(${userName(sql`u`)}), u.id`)
}

function faultsOf({ text, assignee_id, due_date }: NewNote, reader_ids: readonly string[]): Fault[] {
  const { length } = inLines(text)
  const faults: Fault[] = []
  if (length === 0) faults.push({ param: "text", code: "required", message: "Write a note or a task." })
  if (length > max_note_characters) faults.push(tooLong("text", length, max_note_characters))
  if (assignee_id !== null && !reader_ids.includes(assignee_id)) {
    const message = "Choose a colleague who may see and edit this matter."
    faults.push({ param: "assignee_id", code: "unknown_user", message })
  }
  if (due_date !== null && parseIsoDate(due_date).kind !== "value") {
    faults.push({
      param: "due_date",
      code: "not_a_date",
      message: "Enter the due date as a date, or leave it blank.",
    })
  }
  if (due_date !== null && assignee_id === null) {
    const message = "Choose an assignee for the task."
    faults.push({ param: "assignee_id", code: "required", message })
  }
  return faults
}

/** Marks a task as done or not done; throws "not found". */
export async function markTask(tx: Tx, matter_id: string, id: string, isDone: boolean): Promise<void> {
  await tx.one(sql`
    update notes
       set done_at = case when ${isDone}::boolean then coalesce(done_at, ${tx.now}) end,
           done_by = case when ${isDone}::boolean then coalesce(done_by, current_actor()) end
     where matter_id = ${matter_id} and id = ${id} and assignee_id is not null returning id`)
}

/** A note that was removed and its mentions, as they were stored. */
export interface RemovedNote {
  note: Json
  mentions: { user_id: string; done_at: string | null }[]
}

/** Removes one of the current user's own notes, and returns it; throws "not found" for anyone else's. */
export async function removeOwnNote(tx: Tx, matter_id: string, id: string): Promise<RemovedNote> {
  const removed = await tx.one<RemovedNote>(sql`
    delete from notes n where matter_id = ${matter_id} and id = ${id} and written_by = current_actor()
    returning to_jsonb(n) as note,
              array(select to_jsonb(m) from note_mentions m where m.note_id = n.id) as mentions`)
  await removeFromInbox(tx, { matter_id, kind: "mentioned", about: id })
  return removed
}

/** Undoes the removal. Notifies again those who have not marked its mention of them as done. */
export async function restoreNote(
  tx: Tx,
  matter_id: string,
  id: string,
  removed: RemovedNote,
): Promise<void> {
  const { note, mentions } = removed
  await tx.run(sql`
    insert into notes select * from jsonb_populate_record(null::notes, ${json(note)}) on conflict do nothing`)
  await tx.run(sql`
    insert into note_mentions select * from jsonb_populate_recordset(null::note_mentions, ${json(mentions)})
    on conflict do nothing`)
  const open = mentions.flatMap(({ user_id, done_at }) => (done_at === null ? user_id : []))
  await addToInbox(tx, { matter_id, kind: "mentioned", about: id }, open)
}

/** Marks a note's mention of the current user as done; throws "not found" if it has none. */
export async function markMentionDone(tx: Tx, matter_id: string, note_id: string): Promise<void> {
  await tx.one(sql`
    update note_mentions set done_at = coalesce(done_at, ${tx.now})
     where matter_id = ${matter_id} and note_id = ${note_id} and user_id = current_actor() returning note_id`)
}
