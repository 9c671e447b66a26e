// Sends reminders manually, to one matter's clients or those of many.

import type { Tx } from "../../platform/db/database.ts"
import { lockForEditing } from "../matters/editing.ts"
import { type InvitationRow, listInvitations } from "../matters/invitations/invitations.ts"
import type { MatterRow } from "../matters/matter-row.ts"
import { isStillOpen } from "../submissions/missing/open-items.ts"
import { isSomethingOpen } from "./open-tasks.ts"
import { type ReminderParts, sendReminder } from "./reminders.ts"
import type { NotReminded } from "./words.ts"

/** Two clicks, or two colleagues at once, send one reminder. */
const just_now_ms = 10 * 60_000

export type Remindable = { recipients: InvitationRow[]; why?: undefined } | { why: NotReminded }

/** The recipients of a reminder for this matter now, helpers included; or why there are none. */
export async function findRemindable(
  tx: Tx,
  matter: Pick<MatterRow, "id" | "close_date" | "completed_at" | "is_submitted">,
): Promise<Remindable> {
  if (matter.close_date !== null) return { why: "closed" }
  if (matter.completed_at !== null && !(await isStillOpen(tx, matter.id))) return { why: "completed" }
  if (matter.completed_at === null && matter.is_submitted && !(await isSomethingOpen(tx, matter.id)))
    return { why: "submitted" }
  // A helper's parts are a matter between the helper and the client.
  const live = (await listInvitations(tx, matter.id)).filter(
    (one) => one.revoked_at === null && !one.is_for_parts && !one.is_paused,
  )
  if (live.length === 0) return { why: "not_invited" }
  const recipients = live.filter(({ email }) => email !== "")
  if (recipients.length === 0) return { why: "no_address" }
  const waiting = recipients.filter(
    ({ last_reminded_at: at }) => !at || tx.now.getTime() - at.getTime() >= just_now_ms,
  )
  return waiting.length > 0 ? { recipients: waiting } : { why: "just_reminded" }
}

/** The same for reminding many matters at once, which skips helpers and matters with reminders off. */
export async function findRemindableInBulk(tx: Tx, matter: MatterRow): Promise<Remindable> {
  const found = await findRemindable(tx, matter)
  if (found.why) return found
  if (matter.reminders_off) return { why: "switched_off" }
  const recipients = found.recipients.filter(({ party }) => party !== "helper")
  return recipients.length > 0 ? { recipients } : { why: "not_invited" }
}

export interface ManualReminder {
  /** Ids of the invitations to remind; all by default. */
  only?: readonly string[]
  message?: string
  /** As one of many matters. */
  in_bulk?: boolean
}

/** Reminds a matter's clients and returns how many, or why none. Throws "not found". */
export async function remindClients(
  tx: Tx,
  parts: ReminderParts,
  matter_id: string,
  { only, message = "", in_bulk = false }: ManualReminder = {},
): Promise<{ reminded: number; why?: NotReminded }> {
  const matter = await lockForEditing(tx, matter_id)
  const found = await (in_bulk ? findRemindableInBulk(tx, matter) : findRemindable(tx, matter))
  if (found.why) return { reminded: 0, why: found.why }
  const chosen = found.recipients.filter(({ id }) => !only || only.includes(id))
  let reminded = 0
  for (const { id } of chosen)
    if (await sendReminder(tx, parts, { invitation_id: id, step: null, message })) reminded += 1
  // What is open is the other client's alone.
  if (reminded === 0 && chosen.length > 0)
    return { reminded, why: matter.completed_at === null ? "submitted" : "completed" }
  return { reminded }
}
