// What a reviewer accepts, line by line: a record or a finding as it reads now. What comes to say something else is
// accepted no longer. An accepted record acknowledges what the client changed in it.
import { lockForEditing } from "../matters/editing.ts"
import type { Tx } from "../platform/db/database.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { type Difference, recordsOf } from "./differences.ts"
import type { Finding } from "./finding.ts"
import { listFindings } from "./findings.ts"
import { acknowledge, type ComparedStep, compareSteps } from "./seen-changes.ts"
import { listSeen, placeOf, purpose, recordSeen, type Signable, signedOf } from "./seen-marks.ts"
import { readLive } from "./snapshot.ts"

/** Who accepted a line, and when. */
export interface Accepted {
  by: string
  at: Date
}

export interface Acceptance {
  /** Names what the line says now; tells nothing of it. */
  mark: string
  accepted: Accepted | undefined
}

/** Tells of every record and finding of a matter whether somebody has accepted it as it reads now. */
export async function readAcceptance(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
): Promise<(line: Signable) => Acceptance> {
  const rows = Map.groupBy(await listSeen(tx, matter_id), ({ place }) => place)
  return (line) => {
    const { place, text } = signedOf(matter_id, line)
    const row = rows.get(place)?.findLast(({ mark }) => ring.isSigned(text, mark, purpose))
    return { mark: ring.sign(text, purpose), accepted: row && { by: row.by, at: row.seen_at } }
  }
}

/** A finding as something to accept. */
export function findingRecord({ code, where, sentence }: Finding): Signable {
  return { record_key: `finding ${code} ${Object.values(where).join(" ")}`, field: "", state: sentence }
}

/** What the client changed in one place since staff last saw it: as it was then, and as it is now. */
export interface UnseenChange extends Difference {
  /** Of the latest of its changes. */
  mark: string
}

/** All that nobody has acknowledged, each place once. */
export function unseenIn(steps: readonly ComparedStep[]): UnseenChange[] {
  const places = new Map<string, UnseenChange>()
  for (const difference of unseenOf(steps)) {
    const place = placeOf(difference)
    places.set(place, { ...difference, before: places.get(place)?.before ?? difference.before })
  }
  return [...places.values()]
}

/**
 * Accepts those lines that bear one of `marks`: records and findings as they read now, and changes. Returns how many
 * that were. What reads otherwise since the page was shown bears another mark, and stays as it is.
 */
export async function acceptLines(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  marks: readonly string[],
): Promise<number> {
  await lockForEditing(tx, matter_id)
  const [live, findings, steps] = await Promise.all([
    readLive(tx, ring, matter_id),
    listFindings(tx, matter_id),
    compareSteps(tx, ring, matter_id),
  ])
  const lines = [...recordsOf(live), ...findings.map(findingRecord)].flatMap((line) => {
    const { place, text } = signedOf(matter_id, line)
    const mark = ring.sign(text, purpose)
    return marks.includes(mark) ? [{ record_key: line.record_key, place, mark }] : []
  })
  await recordSeen(tx, ring, matter_id, lines, tx.now)
  const records = new Set(lines.map(({ record_key }) => record_key))
  const shown = new Set(shownBy(unseenOf(steps), marks))
  let count = lines.length
  for (const { differences, ...range } of steps) {
    const own = differences.filter((one) => !one.seen && (records.has(one.record_key) || shown.has(one)))
    if (own.length === 0) continue
    count += await acknowledge(
      tx,
      ring,
      matter_id,
      range,
      own.map(({ mark }) => mark),
    )
  }
  return count
}

/** Oldest first. */
function unseenOf(steps: readonly ComparedStep[]) {
  return steps.toReversed().flatMap(({ differences }) => differences.filter(({ seen }) => !seen))
}

/** What stood behind the marks on a page: in each place the changes up to the one that was shown, and none after it. */
function shownBy<One extends UnseenChange>(unseen: readonly One[], marks: readonly string[]): One[] {
  return [...Map.groupBy(unseen, placeOf).values()].flatMap((changes) =>
    changes.slice(0, changes.findLastIndex(({ mark }) => marks.includes(mark)) + 1),
  )
}
