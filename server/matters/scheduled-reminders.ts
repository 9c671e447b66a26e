import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { recordChanges } from "./changes.ts"
import { lockForEditing } from "./editing.ts"

/** Whether a matter's scheduled reminders are off, so that only staff's button sends one; throws "not found". */
export async function hasRemindersOff(tx: Tx, matter_id: string): Promise<boolean> {
  const row = await tx.one<{ reminders_off: boolean }>(sql`
    select reminders_off from matters where id = ${matter_id}`)
  return row.reminders_off
}

/** Switches scheduled reminders of one matter on or off, and records the change in the matter's history. */
export async function switchReminders(tx: Tx, matter_id: string, to: "on" | "off"): Promise<void> {
  await lockForEditing(tx, matter_id)
  const current = { scheduled_reminders: (await hasRemindersOff(tx, matter_id)) ? "Off" : "On" }
  const value = to === "off" ? "Off" : "On"
  await recordChanges(tx, matter_id, matter_id, current, [{ field: "scheduled_reminders", value }])
  await tx.run(sql`update matters set reminders_off = ${to === "off"} where id = ${matter_id}`)
}
