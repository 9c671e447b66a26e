// Which changes staff have acknowledged, one by one. An acknowledgement covers a field's new content: the same change
// stays seen in every comparison, and another change of that field is unseen.

import type { Tx } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { lockForEditing } from "../../matters/editing.ts"
import { loadMatter } from "../loaded-matter.ts"
import { readLive, type Snapshot } from "../snapshot.ts"
import { listSubmissions, readSubmission } from "../submissions.ts"
import { type Difference, differencesBetween } from "./differences.ts"
import { listSeen, placeOf, purpose, recordSeen, type SeenRow, signedOf } from "./seen-marks.ts"

export interface ShownDifference extends Difference {
  /** Identifies this exact change on a page without revealing its content. */
  mark: string
  /** Who acknowledged it, and when; undefined until then. */
  seen: { by: string; at: Date } | undefined
}

/** Two submissions, or one and the matter as it is now. */
export interface Range {
  from: number
  until?: number | undefined
}

/** The differences of a range, and which of them were acknowledged; throws "not found". */
export async function compareSubmissions(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  { from, until }: Range,
): Promise<ShownDifference[]> {
  const [before, after, seen] = await Promise.all([
    readSubmission(tx, ring, matter_id, from),
    readEnd(tx, ring, matter_id, until),
    listSeen(tx, matter_id),
  ])
  return shown(ring, matter_id, seen, { at: before.submitted_at, snapshot: before.snapshot }, after)
}

/** The range from one submission to the next, or to the matter as it is now. */
export interface Step extends Range {
  count: number
  /** How many differences no one has acknowledged. */
  unseen: number
}

/** Every step of a submitted matter, latest first. */
export async function listSteps(tx: Tx, ring: KeyRing, matter_id: string): Promise<Step[]> {
  const steps = await compareSteps(tx, ring, matter_id)
  return steps.map(({ differences, ...range }) => {
    const unseen = differences.filter((difference) => !difference.seen).length
    return { ...range, count: differences.length, unseen }
  })
}

/** A step with all its differences. */
export interface ComparedStep extends Range {
  differences: ShownDifference[]
}

export async function compareSteps(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  loaded = loadMatter(tx, ring, matter_id),
): Promise<ComparedStep[]> {
  const rows = await listSubmissions(tx, matter_id)
  const numbers = rows.map(({ number }) => number).toReversed()
  const [ends, snapshot, seen] = await Promise.all([
    Promise.all(numbers.map((number) => readEnd(tx, ring, matter_id, number))),
    readLive(tx, loaded),
    listSeen(tx, matter_id),
  ])
  const live: End = { at: undefined, snapshot }
  const steps = numbers.flatMap((from, index) => {
    const [before, after] = [ends[index], ends[index + 1] ?? live]
    if (!before) return []
    return [{ from, until: numbers[index + 1], differences: shown(ring, matter_id, seen, before, after) }]
  })
  return steps.toReversed()
}

/**
 * Acknowledges the differences of a range with one of `marks`, and returns how many were new. A difference that changed
 * after the page was rendered has a different mark and stays unseen.
 */
export async function acknowledge(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  range: Range,
  marks: readonly string[],
): Promise<number> {
  await lockForEditing(tx, matter_id)
  const [differences, end] = await Promise.all([
    compareSubmissions(tx, ring, matter_id, range),
    readEnd(tx, ring, matter_id, range.until),
  ])
  const fresh = differences.filter(({ mark, seen }) => !seen && marks.includes(mark))
  const places = fresh.map((difference) => ({ place: placeOf(difference), mark: difference.mark }))
  await recordSeen(tx, ring, matter_id, places, end.at ?? tx.now)
  await markSeenIfAll(tx, ring, matter_id)
  return fresh.length
}

/** If every change is acknowledged, lets lists skip the comparison: only changes after this time are new. */
export async function markSeenIfAll(tx: Tx, ring: KeyRing, matter_id: string): Promise<void> {
  const steps = await listSteps(tx, ring, matter_id)
  if (!steps.every(({ unseen }) => unseen === 0)) return
  await tx.run(sql`
    insert into seen_matters (matter_id, seen_until)
    select ${matter_id}, coalesce(max(changed_at), ${tx.now}) from changes where matter_id = ${matter_id}
    on conflict (firm_id, matter_id) do update set seen_until = excluded.seen_until`)
}

/** Which of these matters have client changes after the first submission that no one has fully acknowledged. */
export async function findUnseen(tx: Tx, matter_ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all<{ id: string }>(sql`
    select m.id from matters m where m.id = any(${[...matter_ids]}::text[]) and ${isUnseen}`)
  return new Set(rows.map(({ id }) => id))
}

/** The same for all matters of the firm that are neither completed nor closed, so that finished years cost nothing. */
export async function listUnseenMatters(tx: Tx): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select m.id from matters m
     where m.submitted_at is not null and m.completed_at is null and m.close_date is null and ${isUnseen}`)
  return rows.map(({ id }) => id)
}

/** Whether matter `m` has client changes after the first submission that no one has fully acknowledged. */
export const isUnseen = sql`m.submitted_at is not null
  and exists (
      select from changes c join users u on u.id = c.changed_by
       where c.matter_id = m.id and u.is_client_user
         and c.changed_at > greatest(
             (select min(s.submitted_at) from submissions s where s.matter_id = m.id),
             (select w.seen_until from seen_matters w where w.matter_id = m.id)))`

interface End {
  /** Undefined for the matter as it is now. */
  at: Date | undefined
  snapshot: Snapshot
}

/** One end of a range: a submission or, without a number, the matter as it is now. */
export async function readEnd(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  number: number | undefined,
): Promise<End> {
  if (number === undefined)
    return { at: undefined, snapshot: await readLive(tx, loadMatter(tx, ring, matter_id)) }
  const { submitted_at, snapshot } = await readSubmission(tx, ring, matter_id, number)
  return { at: submitted_at, snapshot }
}

function shown(
  ring: KeyRing,
  matter_id: string,
  all: readonly SeenRow[],
  before: End,
  after: End,
): ShownDifference[] {
  const byPosition = Map.groupBy(all, ({ place }) => place)
  const isSince = (moment: Date | undefined, seen_until: Date) => moment !== undefined && seen_until >= moment
  return differencesBetween(before.snapshot, after.snapshot).map((difference) => {
    const { place, text } = signedOf(matter_id, difference)
    const rows = byPosition.get(place) ?? []
    const row =
      rows.find(
        ({ mark, seen_until }) => isSince(before.at, seen_until) && ring.isSigned(text, mark, purpose),
      ) ??
      // Staff who saw a later state of the same field, or of its entire record, needn't review the steps in between.
      [...rows, ...(byPosition.get(placeOf({ ...difference, field: "" })) ?? [])].find(({ seen_until }) =>
        isSince(after.at, seen_until),
      )
    return {
      ...difference,
      mark: ring.sign(text, purpose),
      seen: row && { by: row.by, at: row.seen_at },
    }
  })
}
