// Records and findings that a reviewer accepts line by line. An acceptance covers the content as it was then: once it
// changes, the line is no longer accepted. Accepting a record also acknowledges the client's changes to it.

import type { Tx } from "../../../platform/db/database.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { reopenCorrectionsOfFiles } from "../../corrections/corrections-of-files.ts"
import { lockForEditing } from "../../matters/editing.ts"
import { type LoadedMatter, loadMatter } from "../loaded-matter.ts"
import { differenceParts } from "../schema.ts"
import { readCompared } from "./compared.ts"
import { type Difference, recordsOf } from "./differences.ts"
import { fileIdOf, noteAccepted } from "./file-acceptance.ts"
import type { Finding } from "./findings/finding.ts"
import { listFindings } from "./findings/findings.ts"
import {
  areAllSeen,
  type ComparedStep,
  compareSubmissions,
  type Range,
  type ShownDifference,
  stepsOf,
} from "./seen-changes.ts"
import { placeOf, purpose, recordSeen, removeSeen, type Seen, type Signable, signedOf } from "./seen-marks.ts"
import { recordSeenUntil } from "./unseen-matters.ts"

/** Who accepted a line, and when. */
export interface Accepted {
  by: string
  at: Date
}

export interface Acceptance {
  /** A keyed signature of the line's current content, which reveals none of it. */
  mark: string
  /** What its button sends: see `nameOfLine`. */
  name: string
  accepted: Accepted | undefined
}

/** Returns a function that looks up whether a record or finding is accepted with its current content. */
export function acceptanceIn(
  { seen, files }: Seen,
  ring: KeyRing,
  matter_id: string,
): (line: Signable) => Acceptance {
  const rows = Map.groupBy(seen, ({ place }) => place)
  return (line) => {
    const { place, text } = signedOf(matter_id, line)
    const file = fileIdOf(line)
    const row = (file !== undefined && files.get(file)?.state !== "accepted" ? undefined : rows)
      ?.get(place)
      ?.findLast(({ mark }) => ring.isSigned(text, mark, purpose))
    const mark = ring.sign(text, purpose)
    return { mark, name: nameOfLine(line, mark), accepted: row && { by: row.by, at: row.seen_at } }
  }
}

const findingPart = "finding"

/** A finding as something a reviewer can accept. */
export function findingRecord({ code, where, sentence }: Finding): Signable {
  return {
    record_key: `${findingPart} ${code} ${Object.values(where).join(" ")}`,
    field: "",
    state: sentence,
  }
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

/** What of the review a line is from: a part of the matter, or the code of a finding. */
function originOf({ record_key }: Pick<Signable, "record_key">): string {
  const [part = "", code = ""] = record_key.split(" ")
  return part === findingPart ? code : part
}

/** What a button sends of a line, so that accepting it reads only what it is from. */
export function nameOfLine(line: Pick<Signable, "record_key">, mark: string): string {
  return `${originOf(line)}:${mark}`
}

/** Where lines with these names are from; undefined, which is all of the review, if one is only a mark. */
function originsIn(names: readonly string[]): ReadonlySet<string> | undefined {
  const isComplete = names.length > 0 && names.every((name) => name.includes(":"))
  return isComplete ? new Set(names.map((name) => name.split(":")[0] ?? "")) : undefined
}

/**
 * Accepts the lines with one of these marks, or names from `nameOfLine`: records and findings in their current state, and
 * changes, also those between the submissions of `range`. Returns every line that this accepts: a record's changes are
 * accepted with it. Content that changed after the page was rendered has a different mark and stays unaccepted.
 */
export async function acceptLines(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  names: readonly string[],
  range?: Range,
): Promise<AcceptableLine[]> {
  const matter = await lockForEditing(tx, matter_id)
  const loaded = loadMatter(tx, ring, matter_id, { row: async () => matter })
  const marks = names.map((name) => name.split(":").at(-1) ?? "")
  const { parts, comparison, steps, lines } = await readLines(tx, ring, loaded, originsIn(names))
  const between = range
    ? await compareSubmissions(tx, ring, matter_id, range, loaded, parts, await comparison.seen())
    : []
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
  const isNew = unseenOf(steps).some((one) => !isAccepted(one))
  const files = filesOf(chosen)
  if (files.length > 0) {
    const { files: known } = await comparison.seen()
    const accepted = files.flatMap((id) => known.get(id) ?? [])
    await noteAccepted(tx, matter, accepted)
  }
  const known = await recordSeen(tx, ring, matter_id, [...changes, ...rows])
  const others = differenceParts.filter((part) => !parts.includes(part))
  // A press that acknowledges no change leaves unseen what is; one that finds nothing is for a change that was undone.
  const mayBeLast =
    known === "unseen" && parts.length > 0 && !isNew && (changes.length > 0 || rows.length === 0)
  if (known === "unknown" || (mayBeLast && (await areAllSeen(comparison.steps, others))))
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
  const matter = await lockForEditing(tx, matter_id)
  const loaded = loadMatter(tx, ring, matter_id, { row: async () => matter })
  const removed = await removeSeen(tx, matter_id, accepted_at)
  const origins = new Set(removed.map(({ place }) => originOf({ record_key: place })))
  const { steps, lines } = await readLines(tx, ring, loaded, origins)
  if (unseenOf(steps).length > 0) await recordSeenUntil(tx, matter_id, false)
  const withdrawn = lines.filter((line) => removed.some(({ mark }) => mark === line.mark))
  const files = filesOf(withdrawn)
  if (files.length > 0) await reopenCorrectionsOfFiles(tx, matter_id, files, accepted_at)
  return withdrawn
}

function filesOf(lines: readonly AcceptableLine[]): string[] {
  return lines.flatMap((line) => (line.kind === "record" && fileIdOf(line)) || [])
}

/** The records, findings and unseen changes of a matter, or those from `origins`, each read once. */
async function readLines(tx: Tx, ring: KeyRing, loaded: LoadedMatter, origins?: ReadonlySet<string>) {
  const { matter_id } = loaded
  const comparison = stepsOf(tx, ring, loaded)
  const parts = differenceParts.filter((part) => origins?.has(part) ?? true)
  const [live, findings, steps] = await Promise.all([
    readCompared(loaded, parts),
    listFindings(tx, loaded, origins),
    parts.length > 0 ? comparison.steps(parts) : [],
  ])
  const signed = (kind: "record" | "finding", label: string, line: Signable): AcceptableLine => ({
    ...line,
    kind,
    label,
    mark: ring.sign(signedOf(matter_id, line).text, purpose),
  })
  const lines: AcceptableLine[] = [
    ...recordsOf(live, parts).map((record) => signed("record", record.label, record)),
    ...findings.map((finding) => signed("finding", finding.sentence, findingRecord(finding))),
    ...unseenIn(steps).map((change) => ({ ...change, kind: "change" as const })),
  ]
  return { parts, comparison, steps, lines }
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
