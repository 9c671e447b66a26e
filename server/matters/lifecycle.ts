// The life of a matter: created, started, submitted (any number of times), completed, reopened; closed and reopened
// again at any time. A state and the event that tells of it change in one transaction.

import { recordEvent } from "../events/events.ts"
import type { EventType } from "../events/schema.ts"
import type { Tx } from "../platform/db/database.ts"
import { firmDayOf } from "../platform/db/firm-day.ts"
import { type Sql, sql } from "../platform/db/sql.ts"
import { conflict } from "../platform/errors.ts"
import { lockForEditing } from "./editing.ts"
import { type MatterRow, subjectOf } from "./matter-row.ts"

/** The client pressed Start. Recorded once; any later press changes nothing. Returns whether it was the first. */
export async function markStarted(tx: Tx, matter_id: string): Promise<boolean> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.started_at) return false
  await change(tx, matter, sql`started_at = ${tx.now}`, "intakeform.started")
  return true
}

/** The client sent the matter in, for the first time or again; returns which. Submissions call it. */
export async function markSubmitted(tx: Tx, matter_id: string): Promise<"submitted" | "resubmitted"> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.close_date !== null) throw closed()
  const reason = matter.is_submitted ? "resubmitted" : "submitted"
  await change(tx, matter, sql`is_submitted = true, submitted_at = ${tx.now}`, `intakeform.${reason}`)
  return reason
}

/** Staff have all they need: the client can read but not change. Throws "conflict" when that is so already. */
export async function markCompleted(tx: Tx, matter_id: string): Promise<void> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.close_date !== null) throw closed()
  if (matter.completed_at !== null) throw conflict("already_completed", "This matter is completed already.")
  await change(tx, matter, sql`completed_at = ${tx.now}, client_may_edit = false`, "intakeform.completed")
}

/** Staff let the client edit again. Throws "conflict" when the client may already. */
export async function markReopened(tx: Tx, matter_id: string): Promise<void> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.close_date !== null) throw closed()
  if (matter.client_may_edit && matter.completed_at === null) {
    throw conflict("already_open", "The client may already edit this matter.")
  }
  await change(tx, matter, sql`completed_at = null, client_may_edit = true`, "intakeform.reopened")
}

/** Puts a matter away: nobody on the client's side can change it. */
export async function closeMatter(tx: Tx, matter_id: string): Promise<void> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.close_date !== null) throw conflict("already_closed", "This matter is closed already.")
  await change(
    tx,
    matter,
    sql`close_date = ${firmDayOf(tx.now)},
        client_could_edit_before_close = client_may_edit, client_may_edit = false`,
  )
}

/** Takes a closed matter out again and restores the editing that was in force. */
export async function reopenClosedMatter(tx: Tx, matter_id: string): Promise<void> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.close_date === null) throw conflict("not_closed", "This matter is not closed.")
  await change(
    tx,
    matter,
    sql`close_date = null, client_may_edit = coalesce(client_could_edit_before_close, true),
        client_could_edit_before_close = null`,
  )
}

async function change(tx: Tx, matter: MatterRow, assignments: Sql, event?: EventType): Promise<void> {
  await tx.run(sql`update matters set ${assignments}, last_activity_at = ${tx.now} where id = ${matter.id}`)
  if (event) await recordEvent(tx, event, subjectOf(matter))
}

function closed() {
  return conflict("matter_closed", "This matter is closed. Reopen it first.")
}
