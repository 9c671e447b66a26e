// Staff's comments on a draft, each on a section, question or group. Removing the part hides its comments, and undoing
// shows them again. Publishing ends undo, so it deletes the comments of removed parts.
import type { Definition } from "../../definition/definition.ts"
import { inLines } from "../../definition/values/typed-text.ts"
import { listParts } from "../../intake/questionnaires/editing/editing.ts"
import { lockQuestionnaire } from "../../intake/questionnaires/versions.ts"
import { addOnce } from "../../platform/db/schema/id-conflicts.ts"
import { sql, type Tx, userName } from "../../platform/db/sql.ts"
import { badField, badRequest, tooLong } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { findMentioned } from "./mentions.ts"

export const max_comment_characters = 5_000
/** Maximum comments per questionnaire; beyond it, the oldest resolved ones are deleted. */
export const max_comments = 500

export interface DraftComment {
  id: string
  part_id: string
  text: string
  written_by: string
  by_name: string
  written_at: Date
  resolved_at: Date | null
  resolved_by_name: string
  /** Names of the mentioned colleagues. */
  mentions: string[]
}

/** All comments on a draft, oldest first, including those of parts that are currently removed. */
export function listComments(tx: Tx, questionnaire_id: string): Promise<DraftComment[]> {
  return tx.all(sql`
    select c.id, c.part_id, c.text, c.written_by, ${userName(sql`w`)} as by_name, c.written_at, c.resolved_at,
           ${userName(sql`r`)} as resolved_by_name,
           array(select ${userName(sql`u`)} from draft_mentions m join users u on u.id = m.user_id
                  where m.comment_id = c.id order by 1) as mentions
      from draft_comments c
      left join users w on w.id = c.written_by
      left join users r on r.id = c.resolved_by
     where c.questionnaire_id = ${questionnaire_id} order by c.id`)
}

/**
 * Adds a comment and notifies the colleagues it mentions. Throws "bad request" with the fault at `comment`, and "not
 * found", also if the id is that of another record.
 */
export async function addComment(
  tx: Tx,
  questionnaire_id: string,
  part_id: string,
  typed: string,
  id = newId("draft_comment"),
): Promise<void> {
  // Serializes concurrent writers, so that the count is right.
  await lockQuestionnaire(tx, questionnaire_id)
  const text = inLines(typed)
  if (text === "") throw badField("comment", "required", "Write a comment.")
  if (text.length > max_comment_characters)
    throw badRequest([tooLong("comment", text.length, max_comment_characters)])
  const isAdded = await addOnce(
    tx,
    sql`
      insert into draft_comments (id, questionnaire_id, part_id, text, written_at)
      values (${id}, ${questionnaire_id}, ${part_id}, ${text}, ${tx.now}) on conflict do nothing returning id`,
    sql`
      select id from draft_comments
       where questionnaire_id = ${questionnaire_id} and id = ${id} and written_by = current_actor()`,
  )
  if (!isAdded) return
  await removeOldest(tx, questionnaire_id)
  await tx.run(sql`
    insert into draft_mentions (comment_id, user_id, mentioned_at)
    select ${id}, user_id, ${tx.now} from unnest(${findMentioned(text, await listColleagues(tx))}::text[]) as named (user_id)
     where user_id is distinct from current_actor()`)
}

/** Active staff, by name: all of them can read drafts and be mentioned. */
export function listColleagues(tx: Tx): Promise<{ id: string; name: string; email: string }[]> {
  return tx.all(sql`
    select u.id, u.name, u.email from users u where u.is_firm_staff and u.deactivated_at is null
     order by lower(${userName(sql`u`)}), u.id`)
}

/** Throws "bad request" when the open comments alone exceed the maximum. */
async function removeOldest(tx: Tx, questionnaire_id: string): Promise<void> {
  await tx.run(sql`
    delete from draft_comments where id in (
      select id from draft_comments where questionnaire_id = ${questionnaire_id}
       order by resolved_at is not null, id desc offset ${max_comments}) and resolved_at is not null`)
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) from draft_comments where questionnaire_id = ${questionnaire_id}`,
  )
  const message = `There are ${max_comments} open comments on this draft. Resolve some of them first.`
  if (count > max_comments) throw badField("comment", "too_many", message)
}

/** Resolves or reopens a comment; returns the part it is about. Throws "not found". */
export async function markComment(
  tx: Tx,
  questionnaire_id: string,
  id: string,
  isResolved: boolean,
): Promise<string> {
  const { part_id } = await tx.one<{ part_id: string }>(sql`
    update draft_comments
       set resolved_at = case when ${isResolved}::boolean then coalesce(resolved_at, ${tx.now}) end,
           resolved_by = case when ${isResolved}::boolean then coalesce(resolved_by, current_actor()) end
     where questionnaire_id = ${questionnaire_id} and id = ${id} returning part_id`)
  return part_id
}

/** Removes one of the current user's own comments and returns the part it was about; throws "not found". */
export async function removeOwnComment(tx: Tx, questionnaire_id: string, id: string): Promise<string> {
  const { part_id } = await tx.one<{ part_id: string }>(sql`
    delete from draft_comments
     where questionnaire_id = ${questionnaire_id} and id = ${id} and written_by = current_actor()
    returning part_id`)
  return part_id
}

/** Removes comments on parts that the newly published definition doesn't contain. */
export async function removeStrayComments(
  tx: Tx,
  questionnaire_id: string,
  { sections }: Definition,
): Promise<void> {
  const ids = sections.flatMap((section) => [section.id, ...listParts(section).map(({ id }) => id)])
  await tx.run(sql`
    delete from draft_comments
     where questionnaire_id = ${questionnaire_id} and split_part(part_id, '.', 1) <> all(${ids}::text[])`)
}

/** Marks all of the current user's mentions in drafts up to then as read. */
export async function markAllCommentsRead(tx: Tx, until: Date): Promise<void> {
  await tx.run(sql`
    update draft_mentions set read_at = ${tx.now}
     where user_id = current_actor() and read_at is null and mentioned_at <= ${until}`)
}

/**
 * Marks the comments on a part as read by the current user; returns how many notifications stay unread, at most 100.
 */
export async function markCommentsRead(tx: Tx, questionnaire_id: string, part_id: string): Promise<number> {
  await tx.run(sql`
    update draft_mentions m set read_at = ${tx.now} from draft_comments c
     where m.user_id = current_actor() and m.read_at is null and c.id = m.comment_id
       and c.questionnaire_id = ${questionnaire_id} and c.part_id = ${part_id}`)
  const { unread } = await tx.one<{ unread: number }>(sql`select unread_notifications() as unread`)
  return unread
}
