// Which changes staff have acknowledged, one by one. An acknowledgement covers a field's new content: the same change
// stays seen in every comparison, and another change of that field is unseen.

import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { type LoadedMatter, loadMatter } from "../loaded-matter.ts"
import { readLive, type Snapshot } from "../snapshot.ts"
import { listSubmissions, readSubmission } from "../submissions.ts"
import { type Difference, differencesBetween } from "./differences.ts"
import { listSeen, placeOf, purpose, type SeenRow, signedOf } from "./seen-marks.ts"

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
  loaded = loadMatter(tx, ring, matter_id),
): Promise<ShownDifference[]> {
  const [before, after, seen, arrived] = await Promise.all([
    readEnd(tx, ring, matter_id, from),
    until === undefined ? readNow(tx, loaded) : readEnd(tx, ring, matter_id, until),
    listSeen(tx, matter_id),
    listArrivedFiles(tx, matter_id),
  ])
  return shown(ring, matter_id, { seen, arrived }, before, after)
}

/** The range from one submission to the next, or to the matter as it is now, with all its differences. */
export interface ComparedStep extends Range {
  /** When the later submission was sent; undefined for the matter as it is now. */
  ended_at: Date | undefined
  differences: ShownDifference[]
}

/** Every step of a submitted matter, latest first. */
export async function compareSteps(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  loaded = loadMatter(tx, ring, matter_id),
): Promise<ComparedStep[]> {
  const rows = await listSubmissions(tx, matter_id)
  const numbers = rows.map(({ number }) => number).toReversed()
  const [ends, live, seen, arrived] = await Promise.all([
    Promise.all(numbers.map((number) => readEnd(tx, ring, matter_id, number))),
    readNow(tx, loaded),
    listSeen(tx, matter_id),
    listArrivedFiles(tx, matter_id),
  ])
  const steps = numbers.flatMap((from, index) => {
    const [before, after] = [ends[index], ends[index + 1] ?? live]
    if (!before) return []
    const differences = shown(ring, matter_id, { seen, arrived }, before, after)
    return [{ from, until: numbers[index + 1], ended_at: after.at, differences }]
  })
  return steps.toReversed()
}

/**
 * Lets lists skip the comparison: only changes after this time are new. While something is still unseen, that is every
 * change since the first submission.
 */
export async function recordSeenUntil(tx: Tx, matter_id: string, is_all_seen: boolean): Promise<void> {
  await (is_all_seen
    ? tx.run(sql`
        insert into seen_matters (matter_id, seen_until)
        select ${matter_id}, coalesce(max(changed_at), ${tx.now}) from changes where matter_id = ${matter_id}
        on conflict (firm_id, matter_id) do update set seen_until = excluded.seen_until`)
    : tx.run(sql`
        update seen_matters set seen_until = s.first_at
          from (select min(submitted_at) as first_at from submissions where matter_id = ${matter_id}) s
         where matter_id = ${matter_id}`))
}

/** The same once every change is acknowledged; until then it does nothing. */
export async function recordIfAllSeen(tx: Tx, ring: KeyRing, matter_id: string): Promise<void> {
  const steps = await compareSteps(tx, ring, matter_id)
  if (steps.every(({ differences }) => differences.every(({ seen }) => seen)))
    await recordSeenUntil(tx, matter_id, true)
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

/** When a client last changed matter `m`, apart from what answered an open item. */
export const changedByClient = sql`
  (select c.changed_at from changes c join users u on u.id = c.changed_by
    where c.matter_id = m.id and u.is_client_user and not c.is_awaited order by c.changed_at desc limit 1)`

/** Whether matter `m` has client changes after the first submission that no one has fully acknowledged. */
export const isUnseen = sql`
  m.submitted_at is not null
  and coalesce(${changedByClient} > greatest(
        (select min(s.submitted_at) from submissions s where s.matter_id = m.id),
        (select w.seen_until from seen_matters w where w.matter_id = m.id)), false)`

/** Files that a submission was still waiting for: they are part of it, so they are no change since. */
async function listArrivedFiles(tx: Tx, matter_id: string): Promise<ReadonlySet<string>> {
  const rows = await tx.all<{ number: number; document_id: string }>(sql`
    select o.number, d.id as document_id
      from submitted_open_items o
      join documents d on d.matter_id = o.matter_id and d.request_id = o.record_id and d.uploaded_at >= o.submitted_at
     where o.matter_id = ${matter_id} and o.kind = 'document' and o.state = 'received'
       and (o.contact_id is null or o.contact_id = contact_of_client(d.uploaded_by))`)
  return new Set(rows.map(({ number, document_id }) => `${number} ${document_id}`))
}

interface End {
  /** Its submission; undefined for the matter as it is now. */
  number?: number
  /** Undefined for the matter as it is now. */
  at: Date | undefined
  snapshot: Snapshot
}

async function readEnd(tx: Tx, ring: KeyRing, matter_id: string, number: number): Promise<End> {
  const { submitted_at, snapshot } = await readSubmission(tx, ring, matter_id, number)
  return { number, at: submitted_at, snapshot }
}

async function readNow(tx: Tx, loaded: LoadedMatter): Promise<End> {
  return { at: undefined, snapshot: await readLive(tx, loaded) }
}

function shown(
  ring: KeyRing,
  matter_id: string,
  { seen, arrived }: { seen: readonly SeenRow[]; arrived: ReadonlySet<string> },
  before: End,
  after: End,
): ShownDifference[] {
  const byPosition = Map.groupBy(seen, ({ place }) => place)
  const isSince = (moment: Date | undefined, seen_until: Date) => moment !== undefined && seen_until >= moment
  const isArrived = ({ record_id }: Difference) => arrived.has(`${before.number} ${record_id}`)
  const changes = differencesBetween(before.snapshot, after.snapshot).filter((each) => !isArrived(each))
  return changes.map((difference) => {
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
