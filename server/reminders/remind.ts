// Reminding by hand: one matter's clients, or those of many matters at once.
import { hasOpenCorrections } from "../corrections/corrections.ts"
import { lockForEditing } from "../matters/editing.ts"
import { type InvitationRow, listInvitations } from "../matters/invitations.ts"
import type { MatterRow } from "../matters/matter-row.ts"
import { hasRemindersOff } from "../matters/reminding.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { lastReminders, type ReminderParts, sendReminder } from "./reminders.ts"

/** Why nobody is reminded: as a sentence on the matter's own page, and in a few words beside its name. */
export const notRemindedWords = {
  closed: { sentence: "This matter is closed. Reopen it first.", short: "closed" },
  completed: {
    sentence: "You have completed this matter. Reopen it for the client first.",
    short: "completed",
  },
  submitted: { sentence: "The client has sent everything in.", short: "submitted already" },
  switched_off: {
    sentence: "Reminders are switched off for this matter.",
    short: "reminders are off for it",
  },
  not_invited: {
    sentence: "No client has a link that works. Invite the client first.",
    short: "no client is invited",
  },
  no_address: {
    sentence: "No one who is invited has an email address. Hand over the link yourself.",
    short: "no email address",
  },
  just_reminded: {
    sentence: "Everyone was reminded within the last ten minutes.",
    short: "reminded a moment ago",
  },
}
export type NotReminded = keyof typeof notRemindedWords

/** Who pressed twice, or came by two colleagues at once, is reminded once. */
const just_now_ms = 10 * 60_000

export interface Recipient extends InvitationRow {
  last_reminded_at: Date | undefined
}

export type Remindable = { recipients: Recipient[]; why?: undefined } | { why: NotReminded }

/** Whom a reminder of this matter would reach now, helpers included; else why nobody. */
export async function findRemindable(
  tx: Tx,
  matter: Pick<MatterRow, "id" | "close_date" | "completed_at" | "is_submitted">,
): Promise<Remindable> {
  if (matter.close_date !== null) return { why: "closed" }
  if (matter.completed_at !== null) return { why: "completed" }
  if (matter.is_submitted && !(await hasOpenCorrections(tx, matter.id))) return { why: "submitted" }
  const [invitations, addresses, reminded] = await Promise.all([
    listInvitations(tx, matter.id),
    tx.all<{ id: string; email: string }>(sql`
      select i.id, coalesce(nullif(u.email, ''), i.email) as email
        from invitations i left join users u on u.id = i.user_id where i.matter_id = ${matter.id}`),
    lastReminders(tx, matter.id),
  ])
  // What a helper was asked for is between them and the client.
  const live = invitations.filter(({ revoked_at, is_for_parts }) => revoked_at === null && !is_for_parts)
  if (live.length === 0) return { why: "not_invited" }
  const recipients = live
    .map((invitation) => ({
      ...invitation,
      email: addresses.find(({ id }) => id === invitation.id)?.email ?? "",
      last_reminded_at: reminded.get(invitation.id),
    }))
    .filter(({ email }) => email !== "")
  if (recipients.length === 0) return { why: "no_address" }
  const waiting = recipients.filter(
    ({ last_reminded_at: at }) => !at || tx.now.getTime() - at.getTime() >= just_now_ms,
  )
  return waiting.length > 0 ? { recipients: waiting } : { why: "just_reminded" }
}

/** The same when many matters are gone through: helpers, and matters with reminders switched off, are left alone. */
export async function findRemindableWithOthers(tx: Tx, matter: MatterRow): Promise<Remindable> {
  const found = await findRemindable(tx, matter)
  if (found.why) return found
  if (await hasRemindersOff(tx, matter.id)) return { why: "switched_off" }
  const recipients = found.recipients.filter(({ party }) => party !== "helper")
  return recipients.length > 0 ? { recipients } : { why: "not_invited" }
}

export interface ByHand {
  /** Ids of invitations; others are left alone. */
  only?: readonly string[]
  message?: string
  /** Together with other matters. */
  with_others?: boolean
}

/** Reminds a matter's clients and returns how many, or why nobody. Throws "not found". */
export async function remindClients(
  tx: Tx,
  parts: ReminderParts,
  matter_id: string,
  { only, message = "", with_others = false }: ByHand = {},
): Promise<{ reminded: number; why?: NotReminded }> {
  const matter = await lockForEditing(tx, matter_id)
  const found = await (with_others ? findRemindableWithOthers(tx, matter) : findRemindable(tx, matter))
  if (found.why) return { reminded: 0, why: found.why }
  const chosen = found.recipients.filter(({ id }) => !only || only.includes(id))
  for (const { id } of chosen) await sendReminder(tx, parts, { invitation_id: id, step: null, message })
  return { reminded: chosen.length }
}
