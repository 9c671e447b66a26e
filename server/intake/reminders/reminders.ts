// Clients are reminded by email of what is missing, manually or by the firm's schedule (remind.ts). Every reminder is a
// row, written under the matter's lock in the transaction that queues the email. So no one is reminded after
// submitting, and each step of the schedule runs once, however many workers there are.

import { type Language, textIn } from "../../definition/text.ts"
import { queueClientEmail } from "../../firm/client-emails/sending.ts"
import { type Sql, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { type InvitationParts, issueLink } from "../matters/invitations/invitations.ts"
import { mailAddress } from "../matters/invitations/invited.ts"
import { contactOfInvitation } from "../matters/parties/parties.ts"
import { definitionOf } from "../matters/progress/definition.ts"
import { withInviteeView } from "../matters/progress/parts-alone.ts"
import { readPending } from "./pending.ts"
import { type ReminderKind, words } from "./words.ts"

export type ReminderParts = InvitationParts

export interface ReminderToSend {
  invitation_id: string
  /** Step of the firm's schedule; null for a manual reminder. */
  step: number | null
  /** The firm's own message, above the standard text. */
  message?: string
}

interface Addressee {
  matter_id: string
  /** Whether anyone has begun the matter; and the recipient, of whom the sentences are. */
  is_begun: boolean
  has_begun: boolean
  is_submitted: boolean
  is_completed: boolean
  email: string
  first_name: string
  language: Language
  firm_name: string
  /** The contact that the recipient is; null for a helper. */
  contact_id: string | null
}

/**
 * Emails one client their link and what is missing, in the client's language or else the firm's, and records the
 * reminder; does nothing and returns false if a submitted or completed matter waits for nothing of theirs. Callers hold
 * the matter's lock and have checked that this client may be reminded.
 */
export async function sendReminder(tx: Tx, parts: ReminderParts, reminder: ReminderToSend): Promise<boolean> {
  const { invitation_id, step, message = "" } = reminder
  const to = await tx.one<Addressee>(sql`
    select i.matter_id, m.started_at is not null or m.completed_at is not null as is_begun, m.is_submitted,
           i.started_at is not null as has_begun,
           m.completed_at is not null as is_completed, ${mailAddress} as email,
           i.first_name, coalesce(u.preferences ->> 'language', f.locale) as language,
           ${contactOfInvitation} as contact_id,
           f.name as firm_name
      from invitations i
      join matters m on m.id = i.matter_id
      join firms f on f.id = i.firm_id
      left join users u on u.id = i.user_id
     where i.id = ${invitation_id}`)
  const { language, firm_name } = to
  const { title } = await definitionOf(tx, to.matter_id)
  const { subjects, missing, missing_lines, subject_lines, ...pending } = await withInviteeView(
    tx,
    invitation_id,
    () => readPending(tx, parts.ring, to.matter_id, { language, is_begun: to.is_begun, reader: to }),
  )
  const texts = words[language]
  const kind = kindOf(to, subjects, missing)
  const open_lines = pending.open_lines.map((line) => `• ${line}`)
  // No one at the firm chose to name the items in a scheduled email, so it only has their number.
  const isByNumber = kind === "corrections" && step !== null
  const lines = isByNumber
    ? [texts.unanswered(subjects.length)]
    : {
        new: missing_lines,
        begun: missing_lines,
        ready: [texts.to_send(firm_name)],
        corrections: subject_lines,
        // Once the matter is completed, nothing else can be given.
        open: to.is_completed ? open_lines : [...missing_lines, ...open_lines],
      }[kind]
  if ((to.is_submitted || to.is_completed) && lines.length === 0) return false
  const { invite_url } = await issueLink(tx, parts, invitation_id)
  await tx.run(sql`
    insert into reminders (id, matter_id, invitation_id, step, reminded_at)
    values (${newId("reminder")}, ${to.matter_id}, ${invitation_id}, ${step}, ${tx.now})`)
  await queueClientEmail(tx, parts.ring, "reminder", {
    recipient: to.email,
    matter_id: to.matter_id,
    purpose: "reminder",
    invitation_id,
    language,
    values: {
      client_name: to.first_name,
      questionnaire_title: textIn(title, language),
      state: texts.headings[kind],
      message,
      situation: texts.leads[kind](firm_name),
      missing: [
        lines.length > 0 ? lines.join("\n") : texts.everything,
        ...(kind !== "open" && open_lines.length > 0 ? [[texts.open_items, ...open_lines].join("\n")] : []),
      ].join("\n\n"),
      link: invite_url,
    },
  })
  return true
}

function kindOf(
  { has_begun, is_submitted, is_completed }: Addressee,
  subjects: readonly unknown[],
  missing: readonly unknown[],
): ReminderKind {
  if (is_completed) return "open"
  if (is_submitted) return subjects.length > 0 ? "corrections" : "open"
  if (!has_begun) return "new"
  return missing.length > 0 ? "begun" : "ready"
}

export interface ReminderRow {
  id: string
  invitation_id: string
  /** Name or email address of the recipient. */
  name: string
  step: number | null
  reminded_at: Date
  /** Name or email address of the sender; empty for the schedule. */
  by: string
}

/** Selects the reminders of a matter, newest first, at most `limit`. */
export function remindersOf(matter_id: string, limit: number): Sql {
  return sql`
    select r.id, r.invitation_id, r.step, r.reminded_at,
           coalesce(nullif(btrim(i.first_name || ' ' || i.last_name), ''), i.email) as name,
           ${userName(sql`u`)} as by
      from reminders r
      join invitations i on i.id = r.invitation_id
      left join users u on u.id = r.reminded_by
     where r.matter_id = ${matter_id} order by r.id desc limit ${limit}`
}

export interface ReminderRules {
  by_schedule: boolean
  /** Days without client activity before the first reminder. */
  first_after_days: number
  /** Days between two reminders. */
  then_every_days: number
  /** The maximum number of scheduled reminders per client. */
  at_most: number
}

const default_rules: ReminderRules = {
  by_schedule: false,
  first_after_days: 7,
  then_every_days: 7,
  at_most: 3,
}

/** The range of each number. */
export const ranges = {
  first_after_days: { min: 1, max: 90 },
  then_every_days: { min: 1, max: 90 },
  at_most: { min: 1, max: 12 },
} as const
type RuleNumber = keyof typeof ranges

/** A firm's reminder rules, from its settings. */
export function reminderRulesOf(settings: Readonly<Record<string, unknown>>): ReminderRules {
  const chosen = (settings.reminders ?? {}) as Partial<Record<keyof ReminderRules, unknown>>
  const number = (name: RuleNumber) =>
    isInRange(name, chosen[name]) ? Number(chosen[name]) : default_rules[name]
  return {
    by_schedule: chosen.by_schedule === true,
    first_after_days: number("first_after_days"),
    then_every_days: number("then_every_days"),
    at_most: number("at_most"),
  }
}

function isInRange(name: RuleNumber, value: unknown): boolean {
  const { min, max } = ranges[name]
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
}
