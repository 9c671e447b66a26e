// Records and findings that a reviewer accepts line by line. An acceptance covers the content as it was then: once it
// changes, the line is no longer accepted. Accepting a record also acknowledges the client's changes to it.

import type { Tx } from "../../../platform/db/database.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { reopenCorrectionsOfFile } from "../../corrections/corrections.ts"
import { lockForEditing } from "../../matters/editing.ts"
import { loadMatter } from "../loaded-matter.ts"
import { readLive } from "../snapshot.ts"
import { type Difference, recordsOf } from "./differences.ts"
import { fileIdOf, listAcceptedFiles, noteAccepted } from "./file-acceptance.ts"
import type { Finding } from "./findings/finding.ts"
import { listFindings } from "./findings/findings.ts"
import {
  type ComparedStep,
  compareSteps,
  compareSubmissions,
  type Range,
  recordSeenUntil,
  type ShownDifference,
} from "./seen-changes.ts"
import { listSeen, placeOf, purpose, recordSeen, removeSeen, type Signable, signedOf } from "./seen-marks.ts"

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

/** Something that staff accept, as it is now. */
export interface AcceptableLine extends Signable {
  kind: "record" | "finding" | "change"
  label: string
  mark: string
}

/**
 * Accepts the lines with one of `marks`: records and findings in their current state, and changes, also those between
 * the submissions of `range`. Returns every line that this accepts: a record's changes are accepted with it. Content that
 * changed after the page was rendered has a different mark and stays unaccepted.
 */
export async function acceptLines(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  marks: readonly string[],
  range?: Range,
): Promise<AcceptableLine[]> {
  await lockForEditing(tx, matter_id)
  const { loaded, steps, lines } = await readLines(tx, ring, matter_id)
  const between = range ? await compareSubmissions(tx, ring, matter_id, range, loaded) : []
  const chosen = lines.filter(({ kind, mark }) => kind !== "change" && marks.includes(mark))
  const records = new Set(chosen.map(({ record_key }) => record_key))
  const shown = new Set([
    ...shownBy(unseenOf(steps), marks),
    ...between.filter(({ mark }) => marks.includes(mark)),
  ])
  const isAccepted = (one: ShownDifference) => records.has(one.record_key) || shown.has(one)
  const ended_at = steps.find(({ until }) => until === range?.until)?.ended_at
  const changes = [...steps, { differences: between, ended_at }].flatMap(({ differences, ended_at }) =>
    differences
      .filter((one) => !one.seen && isAccepted(one))
      .map((one) => ({ place: placeOf(one), mark: one.mark, seen_until: ended_at ?? tx.now })),
  )
  const rows = chosen.map((line) => ({ place: placeOf(line), mark: line.mark, seen_until: tx.now }))
  await noteAccepted(tx, matter_id, filesOf(chosen))
  await recordSeen(tx, ring, matter_id, [...changes, ...rows])
  if (steps.every(({ differences }) => differences.every((one) => one.seen || isAccepted(one))))
    await recordSeenUntil(tx, matter_id, true)
  const places = new Set(changes.map(({ place }) => place))
  return lines.filter((line) => (line.kind === "change" ? places.has(placeOf(line)) : chosen.includes(line)))
}

/** Takes back what the current user accepted at one time; returns the lines that are no longer accepted. */
export async function withdrawAcceptance(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  accepted_at: Date,
): Promise<AcceptableLine[]> {
  await lockForEditing(tx, matter_id)
  const marks = await removeSeen(tx, matter_id, accepted_at)
  const { steps, lines } = await readLines(tx, ring, matter_id)
  if (unseenOf(steps).length > 0) await recordSeenUntil(tx, matter_id, false)
  const withdrawn = lines.filter(({ mark }) => marks.includes(mark))
  for (const id of filesOf(withdrawn)) await reopenCorrectionsOfFile(tx, matter_id, id, accepted_at)
  return withdrawn
}

function filesOf(lines: readonly AcceptableLine[]): string[] {
  return lines.flatMap((line) => (line.kind === "record" && fileIdOf(line)) || [])
}

/** The records, findings and unseen changes of a matter, each read once. */
async function readLines(tx: Tx, ring: KeyRing, matter_id: string) {
  const loaded = loadMatter(tx, ring, matter_id)
  const [live, findings, steps] = await Promise.all([
    readLive(tx, loaded),
    listFindings(tx, loaded),
    compareSteps(tx, ring, matter_id, loaded),
  ])
  const signed = (kind: "record" | "finding", label: string, line: Signable): AcceptableLine => ({
    ...line,
    kind,
    label,
    mark: ring.sign(signedOf(matter_id, line).text, purpose),
  })
  const lines: AcceptableLine[] = [
    ...recordsOf(live).map((record) => signed("record", record.label, record)),
    ...findings.map((finding) => signed("finding", finding.sentence, findingRecord(finding))),
    ...unseenIn(steps).map((change) => ({ ...change, kind: "change" as const })),
  ]
  return { loaded, steps, lines }
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
