// What happened to a matter, in words: its events, and the changes of its fields, those of one person within a few
// minutes taken together.

import { listAssetRecords } from "../../../assets/assets.ts"
import { listPeople } from "../../../contacts/contacts.ts"
import { type CorrectionRow, listCorrections } from "../../../corrections/corrections.ts"
import { categoriesOf } from "../../../definition/parts.ts"
import { relationshipLabel } from "../../../definition/relationships.ts"
import { textIn } from "../../../definition/text.ts"
import { listMatterEvents } from "../../../events/matter-events.ts"
import type { EventType } from "../../../events/schema.ts"
import { type Handover, listHandovers } from "../../../handovers/handovers.ts"
import { listChanges } from "../../../matters/changes.ts"
import { definitionOf } from "../../../matters/definition.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { listReminders } from "../../../reminders/reminders.ts"
import type { Tone } from "../../../ui/components/tag.tsx"
import { listStaffNames } from "../../../users/users.ts"
import { type ChangeInWords, inWords, type Words } from "./change-words.ts"

export interface ActivityEntry {
  id: string
  at: Date
  /** Name or e-mail address; empty when not known. */
  by: string
  event?: EventType
  /** Who was reminded. */
  reminded?: string
  /** What was asked of the client, each with the firm's words, or became of it. */
  note?: { title: string; tone: Tone; items?: readonly { label: string; words: string }[] }
  /** What was changed, latest first; empty for an event. */
  changes: ChangeInWords[]
}

const together_ms = 10 * 60_000

/** The latest happenings of a matter, newest first; `limit` bounds events and changes each. */
export async function readActivity(tx: Tx, matter_id: string, limit: number): Promise<ActivityEntry[]> {
  const [events, reminders, corrections, changes, words, handovers] = await Promise.all([
    listMatterEvents(tx, matter_id, limit),
    listReminders(tx, matter_id, limit),
    readCorrectionActivity(tx, matter_id),
    listChanges(tx, matter_id, limit),
    readWords(tx, matter_id),
    listHandovers(tx, matter_id),
  ])
  const listed = events.map((event): ActivityEntry => ({ ...event, changes: [] }))
  for (const { id, name, reminded_at, by } of reminders)
    listed.push({ id, at: reminded_at, by: by || "By schedule", reminded: name, changes: [] })
  listed.push(...corrections, ...handoverEntries(handovers, words))
  let group: { entry: ActivityEntry; changed_by: string | null } | undefined
  for (const change of changes) {
    const isSame =
      group?.changed_by === change.changed_by &&
      group.entry.at.getTime() - change.changed_at.getTime() < together_ms
    if (!group || !isSame) {
      const id = `${change.record_id}-${change.field}-${change.revision}`.replace(/[^\w-]/g, "-")
      const entry: ActivityEntry = { id, at: change.changed_at, by: change.changed_by_name, changes: [] }
      group = { entry, changed_by: change.changed_by }
      listed.push(entry)
    }
    group.entry.changes.push(inWords(change, words))
  }
  return listed.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** What names the records of a matter in the words of changes. */
export async function readWords(tx: Tx, matter_id: string): Promise<Words> {
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

/** Which part a client asked whom to fill in, and how it ended, for the timeline. */
function handoverEntries(handovers: readonly Handover[], { definition }: Words): ActivityEntry[] {
  return handovers.flatMap(({ id, section_id, name, given_by_name, given_at, state, ended_at }) => {
    const part = textIn(definition.sections.find((section) => section.id === section_id)?.title, "en")
    const entry = (at: Date, by: string, title: string): ActivityEntry => ({
      ...{ id: `${id}-${at.getTime()}`, at, by, changes: [] },
      note: { title, tone: "info" },
    })
    const requested = entry(given_at, given_by_name, `Asked ${name} to fill in “${part}”`)
    if (!ended_at || state === "open") return requested
    const ends = {
      given_back: entry(ended_at, name, `Gave “${part}” back to ${given_by_name}`),
      taken_back: entry(ended_at, given_by_name, `Took “${part}” back from ${name}`),
      expired: entry(ended_at, name, `Time for “${part}” was over`),
    }
    return [requested, ends[state]]
  })
}

/** What was asked of the client, and what became of it, for the timeline. */
async function readCorrectionActivity(tx: Tx, matter_id: string): Promise<ActivityEntry[]> {
  const corrections = await listCorrections(tx, matter_id)
  const items = corrections.filter(({ requested_at }) => requested_at !== null)
  const requestedTogether = [...Map.groupBy(items, ({ requested_at }) => requested_at?.getTime()).values()]
  return [
    ...requestedTogether.flatMap(([first, ...others]) =>
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
  const title = is_only_looked_at ? "Client looked at what was asked" : "Client changed what was asked"
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
