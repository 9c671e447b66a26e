// What happened to a matter, in words: its events, and the changes of its fields, those of one person within a few
// minutes taken together.

import { listAssetRecords } from "../../../assets/assets.ts"
import { listPeople } from "../../../contacts/contacts.ts"
import { categoriesOf } from "../../../definition/parts.ts"
import { relationshipLabel } from "../../../definition/relationships.ts"
import { textIn } from "../../../definition/text.ts"
import { listMatterEvents } from "../../../events/matter-events.ts"
import { listChanges } from "../../../matters/changes.ts"
import { definitionOf } from "../../../matters/definition.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { listReminders } from "../../../reminders/reminders.ts"
import { listStaffNames } from "../../../users/users.ts"
import { readCorrectionActivity } from "../corrections/happenings.ts"
import { inWords, type Words } from "./change-words.ts"
import type { ActivityEntry } from "./entry.ts"

const together_ms = 10 * 60_000

/** The latest happenings of a matter, newest first; `limit` bounds events and changes each. */
export async function readActivity(tx: Tx, matter_id: string, limit: number): Promise<ActivityEntry[]> {
  const [events, reminders, corrections, changes, words] = await Promise.all([
    listMatterEvents(tx, matter_id, limit),
    listReminders(tx, matter_id, limit),
    readCorrectionActivity(tx, matter_id),
    listChanges(tx, matter_id, limit),
    readWords(tx, matter_id),
  ])
  const listed = events.map((event): ActivityEntry => ({ ...event, changes: [] }))
  for (const { id, name, reminded_at, by } of reminders)
    listed.push({ id, at: reminded_at, by: by || "By schedule", reminded: name, changes: [] })
  listed.push(...corrections)
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
