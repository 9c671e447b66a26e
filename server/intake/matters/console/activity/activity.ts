// The activity of a matter: its events, and the changes of its fields. Changes that one person makes within minutes of
// each other form one entry.

import { categoriesOf } from "../../../../definition/parts.ts"
import { relationshipLabel } from "../../../../definition/people/relationships.ts"
import { textIn } from "../../../../definition/text.ts"
import { eventsOfMatter, type MatterEvent } from "../../../../firm/events/matter-events.ts"
import { staffNames } from "../../../../firm/users/users.ts"
import { allTogether } from "../../../../platform/db/all-together.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { eventWords } from "../../../../web/console/event-words.ts"
import type { Tone } from "../../../../web/ui/components/tag.tsx"
import { listAssetRecords } from "../../../assets/assets.ts"
import { type DecidedFile, decidedFilesOf } from "../../../checklist/decided-files.ts"
import { listPeople } from "../../../contacts/contacts.ts"
import { type CorrectionRow, listCorrections } from "../../../corrections/corrections.ts"
import { filenamesOf } from "../../../documents/matter-files.ts"
import { type Handover, listHandovers } from "../../../handovers/handovers.ts"
import { type ReminderRow, remindersOf } from "../../../reminders/reminders.ts"
import { type ChangeRow, latestChanges } from "../../changes/changes.ts"
import { readVisibility } from "../../progress/visibility.ts"
import { type DescribedChange, describeChange, type RecordNames } from "./describe-change.ts"

export interface ActivityEntry {
  id: string
  at: Date
  /** Name or email address; empty if unknown. */
  by: string
  /** What happened; undefined for changed fields. */
  title?: string
  tone?: Tone
  /** The requested corrections with the firm's words. */
  items?: readonly { label: string; words: string }[]
  /** Changed fields, latest first; undefined for other kinds of entry. */
  changes?: DescribedChange[]
}

const group_window_ms = 10 * 60_000

interface Histories extends Record<string, unknown> {
  events: MatterEvent
  decided: DecidedFile
  reminders: ReminderRow
  changes: ChangeRow
}

/** The latest activity, newest first; `limit` bounds events, reminders and changes separately. */
export async function readActivity(tx: Tx, matter_id: string, limit: number): Promise<ActivityEntry[]> {
  const [{ events, decided, reminders, changes }, corrections, names, handovers] = await Promise.all([
    allTogether<Histories>(tx, {
      events: eventsOfMatter(matter_id, limit),
      decided: decidedFilesOf(matter_id),
      reminders: remindersOf(matter_id, limit),
      changes: latestChanges(matter_id, limit),
    }),
    readCorrectionActivity(tx, matter_id),
    readRecordNames(tx, matter_id),
    listHandovers(tx, matter_id),
  ])
  const listed: ActivityEntry[] = [
    ...events.map(({ event, at, ...entry }) => {
      const { title, tone } = eventWords[event]
      const index = decided.findIndex((one) => one.event === event && one.at === at)
      const [file] = index < 0 ? [] : decided.splice(index, 1)
      return { ...entry, at: new Date(at), title: file ? `${title}: ${file.filename}` : title, tone }
    }),
    ...reminders.map(({ id, name, reminded_at, by }) => ({
      ...{
        id,
        at: new Date(reminded_at),
        by: by || "By schedule",
        title: `Reminded ${name} by email`,
        tone: "info" as const,
      },
    })),
    ...corrections,
    ...handoverEntries(handovers, names),
  ]
  let group: { at: Date; changed_by: string | null; changes: DescribedChange[] } | undefined
  for (const change of changes) {
    const { changed_by, changed_by_name: by } = change
    const at = new Date(change.changed_at)
    const isSame = group?.changed_by === changed_by && group.at.getTime() - at.getTime() < group_window_ms
    if (!group || !isSame) {
      const id = `${change.record_id}-${change.field}-${change.revision}`.replace(/[^\w-]/g, "-")
      group = { at, changed_by, changes: [] }
      listed.push({ id, at, by, changes: group.changes })
    }
    group.changes.push(describeChange(change, names))
  }
  return listed.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** The names by which `describeChange` refers to the records of a matter. */
export async function readRecordNames(tx: Tx, matter_id: string): Promise<RecordNames> {
  const [{ definition }, people, assets, { staff, files }] = await Promise.all([
    readVisibility(tx, matter_id),
    listPeople(tx, matter_id),
    listAssetRecords(tx, matter_id),
    allTogether<{ staff: { id: string; name: string }; files: { id: string; filename: string } }>(tx, {
      staff: staffNames,
      files: filenamesOf(matter_id),
    }),
  ])
  const titles = byId(categoriesOf(definition), ({ title }) => textIn(title, "en"))
  return {
    definition,
    people: byId(people, (one) => one.full_name || relationshipLabel(one.relationship_type, "en")),
    assets: byId(assets, (one) => one.identifier_value || (titles[one.for_fin_category] ?? "An asset")),
    staff: byId(staff, ({ name }) => name),
    files: byId(files, ({ filename }) => filename),
  }
}

function byId<Row extends { id: string }>(rows: readonly Row[], nameOf: (row: Row) => string) {
  return Object.fromEntries(rows.map((row) => [row.id, nameOf(row)]))
}

/** Entries for each section that a client handed to someone else: when it was handed over, and how that ended. */
function handoverEntries(handovers: readonly Handover[], { definition }: RecordNames): ActivityEntry[] {
  return handovers.flatMap(({ id, section_id, name, given_by_name, given_at, state, ended_at }) => {
    const part = textIn(definition.sections.find((section) => section.id === section_id)?.title, "en")
    const entry = (at: Date, by: string, title: string): ActivityEntry => ({
      ...{ id: `${id}-${at.getTime()}`, at, by, title, tone: "info" },
    })
    const requested = entry(given_at, given_by_name, `Asked ${name} to fill in “${part}”`)
    if (!ended_at || state === "open") return requested
    const ends = {
      given_back: entry(ended_at, name, `Returned “${part}” to ${given_by_name}`),
      taken_back: entry(ended_at, given_by_name, `Took “${part}” back from ${name}`),
      expired: entry(ended_at, name, `Time to fill in “${part}” ran out`),
    }
    return [requested, ends[state]]
  })
}

/** Entries for the corrections that the firm requested, and for how each was answered and ended. */
async function readCorrectionActivity(tx: Tx, matter_id: string): Promise<ActivityEntry[]> {
  const corrections = await listCorrections(tx, matter_id)
  const items = corrections.filter(({ requested_at }) => requested_at !== null)
  const requests = [...Map.groupBy(items, ({ requested_at }) => requested_at?.getTime()).values()]
  return [...requests.flatMap(requestEntries), ...items.flatMap(outcomeEntries)]
}

/** One email may have asked for several. */
function requestEntries(all: readonly CorrectionRow[]): ActivityEntry[] {
  const [first] = all
  if (!first?.requested_at) return []
  const what = all.length === 1 ? "a correction" : `${all.length} corrections`
  const items = all.map(({ label, words }) => ({ label, words }))
  const request = { title: `Asked the client for ${what}`, tone: "warning" as const, items }
  return [{ id: `${first.id}-asked`, at: first.requested_at, by: first.requested_by_name, ...request }]
}

function outcomeEntries(correction: CorrectionRow): ActivityEntry[] {
  const { id, label, state, answered_at, answered_by_name, ended_at, ended_by_name } = correction
  const answer = correction.is_only_looked_at ? "Client checked and changed nothing" : "Client made changes"
  const [end, tone] =
    state === "resolved"
      ? (["Correction resolved", "success"] as const)
      : (["Correction withdrawn", "neutral"] as const)
  const answered = { title: `${answer}: ${label}`, tone: "info" as const }
  return [
    ...(answered_at ? [{ id: `${id}-answered`, at: answered_at, by: answered_by_name, ...answered }] : []),
    ...(ended_at
      ? [{ id: `${id}-ended`, at: ended_at, by: ended_by_name, title: `${end}: ${label}`, tone }]
      : []),
  ]
}
