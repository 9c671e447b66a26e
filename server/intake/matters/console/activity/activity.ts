// The activity of a matter: its events, and the changes of its fields. Changes that one person makes within minutes of
// each other form one entry.

import { categoriesOf } from "../../../../definition/parts.ts"
import { relationshipLabel } from "../../../../definition/people/relationships.ts"
import { textIn } from "../../../../definition/text.ts"
import { listMatterEvents } from "../../../../firm/events/matter-events.ts"
import type { EventType } from "../../../../firm/events/schema.ts"
import { listStaffNames } from "../../../../firm/users/users.ts"
import { listReminders } from "../../../../follow-up/reminders/reminders.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import type { Tone } from "../../../../web/ui/components/tag.tsx"
import { listAssetRecords } from "../../../assets/assets.ts"
import { listPeople } from "../../../contacts/contacts.ts"
import { type CorrectionRow, listCorrections } from "../../../corrections/corrections.ts"
import { type Handover, listHandovers } from "../../../handovers/handovers.ts"
import { listChanges } from "../../changes/changes.ts"
import { definitionOf } from "../../progress/definition.ts"
import { type DescribedChange, describeChange, type RecordNames } from "./describe-change.ts"

export interface ActivityEntry {
  id: string
  at: Date
  /** Name or email address; empty if unknown. */
  by: string
  event?: EventType
  /** The person who was reminded. */
  reminded?: string
  /** A correction or handover; `items` are the requested corrections with the firm's words. */
  note?: { title: string; tone: Tone; items?: readonly { label: string; words: string }[] }
  /** Changed fields, latest first; empty for other kinds of entry. */
  changes: DescribedChange[]
}

const group_window_ms = 10 * 60_000

/** The latest activity, newest first; `limit` bounds events, reminders and changes separately. */
export async function readActivity(tx: Tx, matter_id: string, limit: number): Promise<ActivityEntry[]> {
  const [events, reminders, corrections, changes, names, handovers] = await Promise.all([
    listMatterEvents(tx, matter_id, limit),
    listReminders(tx, matter_id, limit),
    readCorrectionActivity(tx, matter_id),
    listChanges(tx, matter_id, limit),
    readRecordNames(tx, matter_id),
    listHandovers(tx, matter_id),
  ])
  const listed = events.map((event): ActivityEntry => ({ ...event, changes: [] }))
  for (const { id, name, reminded_at, by } of reminders)
    listed.push({ id, at: reminded_at, by: by || "By schedule", reminded: name, changes: [] })
  listed.push(...corrections, ...handoverEntries(handovers, names))
  let group: { entry: ActivityEntry; changed_by: string | null } | undefined
  for (const change of changes) {
    const isSame =
      group?.changed_by === change.changed_by &&
      group.entry.at.getTime() - change.changed_at.getTime() < group_window_ms
    if (!group || !isSame) {
      const id = `${change.record_id}-${change.field}-${change.revision}`.replace(/[^\w-]/g, "-")
      const entry: ActivityEntry = { id, at: change.changed_at, by: change.changed_by_name, changes: [] }
      group = { entry, changed_by: change.changed_by }
      listed.push(entry)
    }
    group.entry.changes.push(describeChange(change, names))
  }
  return listed.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** The names by which `describeChange` refers to the records of a matter. */
export async function readRecordNames(tx: Tx, matter_id: string): Promise<RecordNames> {
  const [{ definition }, people, assets, staff] = await Promise.all([
    definitionOf(tx, matter_id),
    listPeople(tx, matter_id),
    listAssetRecords(tx, matter_id),
    listStaffNames(tx),
  ])
  const titles = Object.fromEntries(
    categoriesOf(definition).map(({ id, title }) => [id, textIn(title, "en")]),
  )
  return {
    definition,
    people: Object.fromEntries(
      people.map(({ id, full_name, relationship_type }) => [
        id,
        full_name || relationshipLabel(relationship_type, "en"),
      ]),
    ),
    assets: Object.fromEntries(
      assets.map(({ id, identifier_value, for_fin_category }) => [
        id,
        identifier_value || (titles[for_fin_category] ?? "An asset"),
      ]),
    ),
    staff: Object.fromEntries(staff.map(({ id, name }) => [id, name])),
  }
}

/** Entries for each section that a client handed to someone else: when it was handed over, and how that ended. */
function handoverEntries(handovers: readonly Handover[], { definition }: RecordNames): ActivityEntry[] {
  return handovers.flatMap(({ id, section_id, name, given_by_name, given_at, state, ended_at }) => {
    const part = textIn(definition.sections.find((section) => section.id === section_id)?.title, "en")
    const entry = (at: Date, by: string, title: string): ActivityEntry => ({
      id: `${id}-${at.getTime()}`,
      at,
      by,
      note: { title, tone: "info" },
      changes: [],
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
  return [
    ...requests.flatMap(([first, ...others]) =>
      first?.requested_at ? [requestEntry(first, first.requested_at, [first, ...others])] : [],
    ),
    ...items.flatMap((correction) => [...answeredEntries(correction), ...endedEntries(correction)]),
  ]
}

function requestEntry(first: CorrectionRow, at: Date, all: readonly CorrectionRow[]): ActivityEntry {
  return {
    id: `${first.id}-asked`,
    at,
    by: first.requested_by_name,
    changes: [],
    note: {
      title:
        all.length === 1
          ? "Asked the client for a correction"
          : `Asked the client for ${all.length} corrections`,
      tone: "warning",
      items: all.map(({ label, words }) => ({ label, words })),
    },
  }
}

function answeredEntries(correction: CorrectionRow): ActivityEntry[] {
  const { id, answered_at, answered_by_name, is_only_looked_at, label } = correction
  if (!answered_at) return []
  const title = is_only_looked_at ? "Client checked and changed nothing" : "Client made changes"
  const note = { title: `${title}: ${label}`, tone: "info" as const }
  return [{ id: `${id}-answered`, at: answered_at, by: answered_by_name, changes: [], note }]
}

function endedEntries({ id, state, ended_at, ended_by_name, label }: CorrectionRow): ActivityEntry[] {
  if (!ended_at) return []
  const note =
    state === "resolved"
      ? { title: `Correction resolved: ${label}`, tone: "success" as const }
      : { title: `Correction withdrawn: ${label}`, tone: "neutral" as const }
  return [{ id: `${id}-ended`, at: ended_at, by: ended_by_name, changes: [], note }]
}
