// Corrections: items that staff ask a client to check again, such as an answer, a person, a role, an asset or a file.
// Staff first collect them, then request all at once. A correction is answered when the client changes the item or
// confirms it, and ends when staff resolve or withdraw it. Whether the client changed something is not stored here; it
// follows from the matter's changes.

import { isAmong, type Sql, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { changesAnswering, recordAnswered, unansweredOf } from "../matters/changes/answering.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { Subject } from "./subjects.ts"

export type CorrectionState = "collected" | "open" | "answered" | "resolved" | "withdrawn"

export interface CorrectionRow extends Subject {
  id: string
  /** The firm's message to the client. */
  words: string
  state: CorrectionState
  requested_at: Date | null
  requested_by_name: string
  /** When the client changed or confirmed the item, whichever came first. */
  answered_at: Date | null
  answered_by_name: string
  /** The client confirmed the item without changing anything. */
  is_only_looked_at: boolean
  ended_at: Date | null
  ended_by_name: string
}

const columns = sql`
  c.id, c.kind, c.record_id, c.about, c.label, c.words, c.requested_at, c.ended_at,
  ${userName(sql`requester`)} as requested_by_name, ${userName(sql`answerer`)} as answered_by_name, ${userName(sql`ender`)} as ended_by_name,
  least(c.looked_at, answering.at) as answered_at, answering.at is null and c.looked_at is not null as is_only_looked_at,
  case when c.ended_as is not null then c.ended_as
       when c.requested_at is null then 'collected'
       when c.looked_at is not null or answering.at is not null then 'answered'
       else 'open' end as state`

const sources = sql`
  corrections c
  left join lateral (
       select ch.changed_at as at, ch.changed_by as by from ${changesAnswering}
        order by ch.changed_at limit 1) answering on true
  left join users requester on requester.id = c.requested_by
  left join users answerer on answerer.id = case when c.looked_at < answering.at or answering.at is null
                                                 then c.looked_by else answering.by end
  left join users ender on ender.id = c.ended_by`

/** All corrections of a matter, collected ones included, or those with these ids, in the order they were written. */
export function listCorrections(tx: Tx, matter_id: string, ids?: readonly string[]) {
  return tx.all<CorrectionRow>(sql`
    select ${columns} from ${sources} where c.matter_id = ${matter_id} and ${isAmong(sql`c.id`, ids)} order by c.id`)
}

export interface OpenCorrectionCounts {
  open: number
  answered: number
}

/** Selects the numbers of open and of answered corrections that have not ended; matters without any are left out. */
export function openCorrectionsAmong(matter_ids: readonly string[]): Sql {
  return sql`
    select matter_id as id, count(*) filter (where state = 'open') as open,
           count(*) filter (where state = 'answered') as answered
      from (select c.matter_id, ${columns} from ${sources}
             where c.matter_id = any(${matter_ids}::text[]) and c.requested_at is not null and c.ended_at is null) requested
     group by matter_id`
}

export async function hasOpenCorrections(tx: Tx, matter_id: string): Promise<boolean> {
  const counts = await tx.maybe<OpenCorrectionCounts>(openCorrectionsAmong([matter_id]))
  return (counts?.open ?? 0) > 0
}

/** Ids of the matters with open corrections, or with answered ones and none open. */
export async function listMattersWithCorrections(
  tx: Tx,
  which: keyof OpenCorrectionCounts,
): Promise<string[]> {
  const requested = await tx.all<{ id: string }>(sql`
    select distinct matter_id as id from corrections where requested_at is not null and ended_at is null`)
  const counts = await tx.all<OpenCorrectionCounts & { id: string }>(
    openCorrectionsAmong(requested.map(({ id }) => id)),
  )
  return counts.flatMap(({ id, open, answered }) =>
    (which === "open" ? open > 0 : open === 0 && answered > 0) ? [id] : [],
  )
}

/** An open correction without its message. */
export type CorrectionSubject = Pick<CorrectionRow, "kind" | "record_id">

/** The open corrections, in the order they were written. */
export function listOpenSubjects(tx: Tx, matter_id: string): Promise<CorrectionSubject[]> {
  return tx.all(sql`
    select kind, record_id
      from (select ${columns} from ${sources} where c.matter_id = ${matter_id}) requested
     where state = 'open' order by id`)
}

/** When the client last answered a correction that has not ended; undefined if never. */
export async function lastAnsweredAt(tx: Tx, matter_id: string): Promise<Date | undefined> {
  const { at } = await tx.one<{ at: Date | null }>(sql`
    select max(answered_at) as at
      from (select ${columns} from ${sources}
             where c.matter_id = ${matter_id} and c.requested_at is not null and c.ended_at is null) requested`)
  return at ?? undefined
}

/** One correction of the matter; throws "not found". */
export function getCorrection(tx: Tx, matter_id: string, id: string): Promise<CorrectionRow> {
  return tx.one(sql`select ${columns} from ${sources} where c.matter_id = ${matter_id} and c.id = ${id}`)
}

/**
 * Records that the client confirmed the item. Has no effect on answered or ended corrections, or when staff act for the
 * client. Throws "not found", and "conflict" for a matter that may not be edited.
 */
export async function markLookedAt(tx: Tx, matter_id: string, id: string): Promise<void> {
  await lockForEditing(tx, matter_id)
  await tx.one(sql`
    select id from corrections where matter_id = ${matter_id} and id = ${id} and requested_at is not null`)
  const unanswered = await tx.all<{ id: string }>(unansweredOf(matter_id))
  await tx.run(sql`
    update corrections set looked_at = ${tx.now}, looked_by = current_actor()
     where matter_id = ${matter_id} and id = ${id} and looked_at is null and ended_at is null
       and exists (select from users u where u.id = current_actor() and u.is_client_user)`)
  await recordAnswered(tx, matter_id, unanswered)
}

/**
 * Resolves a correction: staff accept the answer or no longer need it. Throws "not found", and "conflict" when it has
 * ended.
 */
export async function resolveCorrection(tx: Tx, matter_id: string, id: string): Promise<void> {
  const { state } = await getCorrection(tx, matter_id, id)
  if (state === "collected")
    throw conflict("not_asked", "The client has not received this request yet. Withdraw it instead.")
  await end(tx, matter_id, id, "resolved")
}

/** Withdraws a correction; a collected one is deleted. Throws "not found", and "conflict" when it has ended. */
export async function withdrawCorrection(tx: Tx, matter_id: string, id: string): Promise<void> {
  await getCorrection(tx, matter_id, id)
  const deleted = await tx.run(sql`
    delete from corrections where matter_id = ${matter_id} and id = ${id} and requested_at is null`)
  if (deleted === 0) await end(tx, matter_id, id, "withdrawn")
}

async function end(tx: Tx, matter_id: string, id: string, as: "resolved" | "withdrawn"): Promise<void> {
  const ended = await tx.run(sql`
    update corrections set ended_as = ${as}, ended_by = current_actor(), ended_at = ${tx.now}
     where matter_id = ${matter_id} and id = ${id} and ended_at is null`)
  if (ended === 0) throw conflict("correction_over", "This request has already been resolved or withdrawn.")
}

const openCorrections = sql`
    from corrections c
    left join lateral (select min(ch.changed_at) as at from ${changesAnswering}) answering on true
   where c.requested_at is not null and c.ended_at is null
   group by c.matter_id`
const isAllAnswered = sql`bool_and(c.looked_at is not null or answering.at is not null)`

/** SQL statement: the matters whose corrections that have not ended are all answered, and since when. */
export const answeredMatters: Sql = sql`
  select c.matter_id, max(least(c.looked_at, answering.at)) as since ${openCorrections} having ${isAllAnswered}`

/** SQL statement: the matters of which the client has not answered all corrections, and since when the first waits. */
export const correctedMatters: Sql = sql`
  select c.matter_id,
         min(c.requested_at) filter (where c.looked_at is null and answering.at is null) as since
  ${openCorrections} having not ${isAllAnswered}`
