// A matter's lifecycle: created, started, submitted (any number of times), completed, reopened. It can be closed and
// reopened at any point. A state and its event change in one transaction.

import { recordEvent } from "../../firm/events/events.ts"
import type { EventType } from "../../firm/events/schema.ts"
import { firmDayOf, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { dropFormerAssignee } from "./assignment.ts"
import { lockForEditing, requireOpen } from "./editing.ts"
import { type MatterRow, subjectOf } from "./matter-row.ts"

/**
 * Locks a matter whose client has not started, for the firm's software to enter what it knows. Throws "not found", and
 * "conflict" once they have, and for a closed matter.
 */
export async function markPrefilled(tx: Tx, matter_id: string): Promise<MatterRow> {
  const matter = await lockForEditing(tx, matter_id)
  requireOpen(matter)
  if (matter.started_at)
    throw conflict("client_started", "The client has started, and enters everything themselves now.")
  await tx.run(sql`update matters set prefilled_at = ${tx.now} where id = ${matter_id}`)
  return matter
}

/** Records that the client pressed Start. Later presses change nothing. Returns whether it was the first. */
export async function markStarted(tx: Tx, matter_id: string): Promise<boolean> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.started_at) return false
  await change(tx, matter, sql`started_at = ${tx.now}`, "intakeform.started")
  return true
}

/** What a submission is recorded under. */
export interface SubmissionMark {
  reason: "submitted" | "resubmitted" | "completed"
  number: number
  at: Date
}

/** Records that the client submitted, for the first time or again. Only submissions call this. */
export async function markSubmitted(tx: Tx, matter_id: string): Promise<SubmissionMark> {
  const matter = await lockForEditing(tx, matter_id)
  requireOpen(matter)
  const reason = matter.is_submitted ? "resubmitted" : "submitted"
  // Not before what it contains: a change may have begun later, and had the matter's lock first.
  const submitted_at = sql`greatest(${tx.now}, last_activity_at)`
  return markAs(tx, matter, reason, sql`is_submitted = true, submitted_at = ${submitted_at}`)
}

/**
 * Staff have all they need: the client can read but not edit. Throws "conflict" when the matter is already completed.
 */
export async function markCompleted(tx: Tx, matter_id: string): Promise<SubmissionMark> {
  const matter = await lockForEditing(tx, matter_id)
  requireOpen(matter)
  if (matter.completed_at !== null) throw conflict("already_completed", "This matter is already completed.")
  return markAs(tx, matter, "completed", sql`completed_at = ${tx.now}, client_may_edit = false`)
}

/** Lets the client edit again. Throws "conflict" when the client already may. */
export async function markReopened(tx: Tx, matter_id: string): Promise<void> {
  const matter = await lockForEditing(tx, matter_id)
  requireOpen(matter)
  if (matter.client_may_edit && matter.completed_at === null) {
    throw conflict("already_open", "The client can already edit this matter.")
  }
  await change(tx, matter, sql`completed_at = null, client_may_edit = true`, "intakeform.reopened")
}

/** Closes a matter: clients can no longer change anything. */
export async function closeMatter(tx: Tx, matter_id: string): Promise<void> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.close_date !== null) throw conflict("already_closed", "This matter is already closed.")
  await change(
    tx,
    matter,
    sql`close_date = ${firmDayOf(tx.now)},
        client_could_edit_before_close = client_may_edit, client_may_edit = false`,
    "matter.closed",
  )
}

/** Reopens a closed matter and restores the client's previous permission to edit. An assignee who has left is removed. */
export async function reopenClosedMatter(tx: Tx, matter_id: string): Promise<void> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.close_date === null) throw conflict("not_closed", "This matter is not closed.")
  await change(
    tx,
    matter,
    sql`close_date = null, client_may_edit = coalesce(client_could_edit_before_close, true),
        client_could_edit_before_close = null`,
    "matter.reopened",
  )
  await dropFormerAssignee(tx, matter)
}

async function change(tx: Tx, matter: MatterRow, assignments: Sql, event: EventType): Promise<void> {
  await tx.run(sql`update matters set ${assignments}, last_activity_at = ${tx.now} where id = ${matter.id}`)
  await recordEvent(tx, event, subjectOf(matter))
}

/** The event names the submission, whose number the matter's lock keeps for it. */
async function markAs(
  tx: Tx,
  matter: MatterRow,
  reason: SubmissionMark["reason"],
  assignments: Sql,
): Promise<SubmissionMark> {
  const { number, at } = await tx.one<{ number: number; at: Date }>(sql`
    update matters set ${assignments}, last_activity_at = greatest(${tx.now}, last_activity_at) where id = ${matter.id}
    returning case when ${reason === "completed"} then completed_at else submitted_at end as at,
              (select coalesce(max(s.number), 0) + 1 from submissions s where s.matter_id = matters.id) as number`)
  await recordEvent(tx, `intakeform.${reason}`, subjectOf(matter), number)
  return { reason, number, at }
}
