// Which changes staff have acknowledged, one by one. An acknowledgement covers a field's new content: the same change
// stays seen in every comparison, and another change of that field is unseen.

import { allTogether } from "../../../platform/db/all-together.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { once } from "../../../platform/once.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { type LoadedMatter, loadMatter } from "../loaded-matter.ts"
import { differenceParts } from "../schema.ts"
import {
  type FullRow,
  openSubmissions,
  readSubmission,
  type Submission,
  submissionsOf,
} from "../submissions.ts"
import { readCompared } from "./compared.ts"
import { type Compared, type ComparedPart, type Difference, differencesBetween } from "./differences.ts"
import {
  placeOf,
  purpose,
  readSeen,
  type Seen,
  type SeenRows,
  seenIn,
  seenOf,
  signedOf,
} from "./seen-marks.ts"

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
  parts: readonly ComparedPart[] = differenceParts,
  known?: Seen,
): Promise<ShownDifference[]> {
  const [before, after, seen] = await Promise.all([
    readSubmission(tx, ring, matter_id, from),
    until === undefined ? undefined : readSubmission(tx, ring, matter_id, until),
    known ?? readSeen(tx, matter_id),
  ])
  const end = after ? endOf(after) : await readNow(loaded, parts)
  return shown(ring, matter_id, { ...seen, parts }, endOf(before), end)
}

/** The range from one submission to the next, or to the matter as it is now, with all its differences. */
export interface ComparedStep extends Range {
  /** When the later submission was sent; undefined for the matter as it is now. */
  ended_at: Date | undefined
  differences: ShownDifference[]
}

/**
 * Compares every step of a submitted matter, or some parts of it, latest first. Nothing is read twice, and what was
 * submitted comes with what staff have seen of it.
 */
export function stepsOf(tx: Tx, ring: KeyRing, loaded: LoadedMatter) {
  const { matter_id } = loaded
  const history = once(async () => {
    const selects = { ...seenOf(matter_id), submissions: submissionsOf(matter_id) }
    const { submissions, ...rows } = await allTogether<SeenRows & { submissions: FullRow }>(tx, selects)
    const dated = submissions.map((row) => ({ ...row, submitted_at: new Date(row.submitted_at) }))
    return { submissions: openSubmissions(ring, matter_id, dated), seen: seenIn(rows) }
  })
  const submissions = async () => (await history()).submissions
  const seenOnce = async () => (await history()).seen
  const steps = async (parts: readonly ComparedPart[] = differenceParts): Promise<ComparedStep[]> => {
    const [{ submissions: sent, seen }, live] = await Promise.all([history(), readNow(loaded, parts)])
    return sent
      .map((before, index) => {
        const next = sent[index + 1]
        const after = next ? endOf(next) : live
        const differences = shown(ring, matter_id, { ...seen, parts }, endOf(before), after)
        return { from: before.number, until: next?.number, ended_at: after.at, differences }
      })
      .toReversed()
  }
  return { submissions, seen: seenOnce, steps }
}

/** Whether staff have seen every change of these parts: compares one after the other, up to the first that is new. */
export async function areAllSeen(
  steps: (parts: readonly ComparedPart[]) => Promise<ComparedStep[]>,
  parts: readonly ComparedPart[] = differenceParts,
): Promise<boolean> {
  for (const part of parts) {
    const compared = await steps([part])
    if (compared.some(({ differences }) => differences.some(({ seen }) => !seen))) return false
  }
  return true
}

interface End {
  /** Its submission; undefined for the matter as it is now. */
  number?: number
  /** Undefined for the matter as it is now. */
  at: Date | undefined
  snapshot: Compared
}

function endOf({ number, submitted_at, snapshot }: Submission): End {
  return { number, at: submitted_at, snapshot }
}

async function readNow(loaded: LoadedMatter, parts: readonly ComparedPart[]): Promise<End> {
  return { at: undefined, snapshot: await readCompared(loaded, parts) }
}

interface Context extends Pick<Seen, "seen" | "arrived"> {
  parts: readonly ComparedPart[]
}

function shown(
  ring: KeyRing,
  matter_id: string,
  { seen, arrived, parts }: Context,
  before: End,
  after: End,
): ShownDifference[] {
  const byPosition = Map.groupBy(seen, ({ place }) => place)
  const isSince = (moment: Date | undefined, seen_until: Date) => moment !== undefined && seen_until >= moment
  const isArrived = ({ record_id }: Difference) => arrived.has(`${before.number} ${record_id}`)
  const changes = differencesBetween(before.snapshot, after.snapshot, parts).filter(
    (each) => !isArrived(each),
  )
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
