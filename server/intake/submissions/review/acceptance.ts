// Records and findings that a reviewer accepts line by line. An acceptance covers the content as it was then: once it
// changes, the line is no longer accepted. Accepting a record also acknowledges the client's changes to it.

import type { Tx } from "../../../platform/db/database.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { lockForEditing } from "../../matters/editing.ts"
import { loadMatter } from "../loaded-matter.ts"
import { readLive } from "../snapshot.ts"
import { type Difference, recordsOf } from "./differences.ts"
import { fileIdOf, listAcceptedFiles, noteAccepted } from "./file-acceptance.ts"
import type { Finding } from "./findings/finding.ts"
import { listFindings } from "./findings/findings.ts"
import { acknowledge, type ComparedStep, compareSteps } from "./seen-changes.ts"
import { listSeen, placeOf, purpose, recordSeen, type Signable, signedOf } from "./seen-marks.ts"

/** Who accepted a line, and when. */
export interface Accepted {
  by: string
  at: Date
}

export interface Acceptance {
  /** A keyed signature of the line's current content, which reveals none of it. */
  mark: string
  accepted: Accepted | undefined
}

/** Returns a function that looks up whether a record or finding is accepted with its current content. */
export async function readAcceptance(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
): Promise<(line: Signable) => Acceptance> {
  const [seen, files] = await Promise.all([listSeen(tx, matter_id), listAcceptedFiles(tx, matter_id)])
  const rows = Map.groupBy(seen, ({ place }) => place)
  return (line) => {
    const { place, text } = signedOf(matter_id, line)
    const file = fileIdOf(line)
    const row = (file !== undefined && !files.has(file) ? undefined : rows)
      ?.get(place)
      ?.findLast(({ mark }) => ring.isSigned(text, mark, purpose))
    return { mark: ring.sign(text, purpose), accepted: row && { by: row.by, at: row.seen_at } }
  }
}

/** A finding as something a reviewer can accept. */
export function findingRecord({ code, where, sentence }: Finding): Signable {
  return { record_key: `finding ${code} ${Object.values(where).join(" ")}`, field: "", state: sentence }
}

/** Everything the client changed in one place since staff last saw it: the state then and the state now. */
export interface UnseenChange extends Difference {
  /** Of the latest change. */
  mark: string
}

/** All unacknowledged changes, merged per place. */
export function unseenIn(steps: readonly ComparedStep[]): UnseenChange[] {
  const places = new Map<string, UnseenChange>()
  for (const difference of unseenOf(steps)) {
    const place = placeOf(difference)
    places.set(place, { ...difference, before: places.get(place)?.before ?? difference.before })
  }
  return [...places.values()]
}

/**
 * Accepts the lines with one of `marks`: records and findings in their current state, and changes. Returns how many
 * that were. Content that changed after the page was rendered has a different mark and stays unaccepted.
 */
export async function acceptLines(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  marks: readonly string[],
): Promise<number> {
  await lockForEditing(tx, matter_id)
  const loaded = loadMatter(tx, ring, matter_id)
  const [live, findings, steps] = await Promise.all([
    readLive(tx, loaded),
    listFindings(tx, loaded),
    compareSteps(tx, ring, matter_id, loaded),
  ])
  const lines = [...recordsOf(live), ...findings.map(findingRecord)].flatMap((line) => {
    const { place, text } = signedOf(matter_id, line)
    const mark = ring.sign(text, purpose)
    return marks.includes(mark) ? [{ record_key: line.record_key, place, mark }] : []
  })
  await noteAccepted(
    tx,
    matter_id,
    lines.flatMap((line) => fileIdOf(line) ?? []),
  )
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

/** Unacknowledged differences, oldest first. */
function unseenOf(steps: readonly ComparedStep[]) {
  return steps.toReversed().flatMap(({ differences }) => differences.filter(({ seen }) => !seen))
}

/** The differences a page showed under `marks`: in each place, the changes up to the marked one and none after it. */
function shownBy<One extends UnseenChange>(unseen: readonly One[], marks: readonly string[]): One[] {
  return [...Map.groupBy(unseen, placeOf).values()].flatMap((changes) =>
    changes.slice(0, changes.findLastIndex(({ mark }) => marks.includes(mark)) + 1),
  )
}
