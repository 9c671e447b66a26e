// What staff say to each other about a draft, beside the section, question or group it is about. A part that is removed
// takes its comments out of sight, and undoing brings them back; publishing, after which nothing is undone, removes them.
import type { Definition } from "../definition/definition.ts"
import type { Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"
import { badRequest, found, tooLong } from "../platform/errors.ts"
import { newId } from "../platform/ids.ts"
import { listParts } from "../questionnaires/editing.ts"
import { findMentioned } from "./mentions.ts"

const max_characters = 5_000
/** Comments of a questionnaire: of more than these, the oldest resolved ones go. */
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
  /** Names of those it mentions. */
  mentions: string[]
}

const nameOf = (user: Sql) => sql`coalesce(nullif(${user}.name, ''), ${user}.email, '')`

/** All comments on a draft, oldest first; those on parts that are not there now are among them. */
export function listComments(tx: Tx, questionnaire_id: string): Promise<DraftComment[]> {
  return tx.all(sql`
    select c.id, c.part_id, c.text, c.written_by, ${nameOf(sql`w`)} as by_name, c.written_at, c.resolved_at,
           ${nameOf(sql`r`)} as resolved_by_name,
           array(select ${nameOf(sql`u`)} from draft_mentions m join users u on u.id = m.user_id
                  where m.comment_id = c.id order by 1) as mentions
      from draft_comments c
      left join users w on w.id = c.written_by
      left join users r on r.id = c.resolved_by
     where c.questionnaire_id = ${questionnaire_id} order by c.id`)
}

/** Writes a comment and tells those it mentions. Throws "bad request" with the fault at `comment`, "not found". */
export async function addComment(
  tx: Tx,
  questionnaire_id: string,
  part_id: string,
  typed: string,
): Promise<void> {
  // Two who write at once queue here, for the count.
  await tx.one(sql`select id from questionnaires where id = ${questionnaire_id} for no key update`)
  const text = typed.replaceAll("\r\n", "\n").trim()
  if (text === "")
    throw badRequest([{ param: "comment", code: "required", message: "Write what you want to say." }])
  if (text.length > max_characters) throw badRequest([tooLong("comment", text.length, max_characters)])
  const id = newId("draft_comment")
  await tx.run(sql`
    insert into draft_comments (id, questionnaire_id, part_id, text, written_at)
    values (${id}, ${questionnaire_id}, ${part_id}, ${text}, ${tx.now})`)
  await removeOldest(tx, questionnaire_id)
  await tx.run(sql`
    insert into draft_mentions (comment_id, user_id, mentioned_at)
    select ${id}, user_id, ${tx.now} from unnest(${findMentioned(text, await listColleagues(tx))}::text[]) as named (user_id)
     where user_id is distinct from current_actor()`)
}

/** Staff at work here, by name: all of them may read drafts and be mentioned. */
export function listColleagues(tx: Tx): Promise<{ id: string; name: string; email: string }[]> {
  return tx.all(sql`
    select u.id, u.name, u.email from users u where u.is_firm_staff and u.deactivated_at is null
     order by lower(${nameOf(sql`u`)}), u.id`)
}

/** Throws "bad request" where the open ones alone are too many. */
async function removeOldest(tx: Tx, questionnaire_id: string): Promise<void> {
  await tx.run(sql`
    delete from draft_comments where id in (
      select id from draft_comments where questionnaire_id = ${questionnaire_id}
       order by resolved_at is not null, id desc offset ${max_comments}) and resolved_at is not null`)
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) from draft_comments where questionnaire_id = ${questionnaire_id}`,
  )
  const message = `There are ${max_comments} open comments on this draft. Resolve some of them first.`
  if (count > max_comments) throw badRequest([{ param: "comment", code: "too_many", message }])
}

/** A comment is resolved, or open again; returns the part it is about. Throws "not found". */
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

/** Removes a comment that the transaction's actor wrote and returns the part it was about; throws "not found". */
export async function removeOwnComment(tx: Tx, questionnaire_id: string, id: string): Promise<string> {
  const { part_id } = found(
    await tx.maybe<{ part_id: string }>(sql`
      delete from draft_comments
       where questionnaire_id = ${questionnaire_id} and id = ${id} and written_by = current_actor()
      returning part_id`),
  )
  return part_id
}

/** Removes comments on what a definition that was just published does not ask. */
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

/** The transaction's actor has read all mentions in drafts up to then. */
export async function markAllCommentsRead(tx: Tx, until: Date): Promise<void> {
  await tx.run(sql`
    update draft_mentions set read_at = ${tx.now}
     where user_id = current_actor() and read_at is null and mentioned_at <= ${until}`)
}

/** The transaction's actor has seen the comments on a part; returns how many notifications stay unread, counted to 100. */
export async function markCommentsRead(tx: Tx, questionnaire_id: string, part_id: string): Promise<number> {
  await tx.run(sql`
    update draft_mentions m set read_at = ${tx.now} from draft_comments c
     where m.user_id = current_actor() and m.read_at is null and c.id = m.comment_id
       and c.questionnaire_id = ${questionnaire_id} and c.part_id = ${part_id}`)
  const { unread } = await tx.one<{ unread: number }>(sql`select unread_notifications() as unread`)
  return unread
}
