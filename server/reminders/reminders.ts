// Clients are reminded by mail of what is missing: by hand or by the firm's schedule (remind.ts). Every
// reminder is a row, written in the transaction that puts the mail into the outbox, under the matter's lock: so
// nobody is reminded after sending in, and a step of the schedule is taken once, whoever works.
import { listOpenSubjects } from "../corrections/corrections.ts"
import type { Language } from "../definition/text.ts"
import { definitionOf } from "../matters/definition.ts"
import { type InvitationParts, issueLink } from "../matters/invitations.ts"
import { withInviteeView } from "../matters/parts-alone.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { newId } from "../platform/ids.ts"
import { queueMail } from "../platform/mail/outbox.ts"
import { findMissing } from "../submissions/missing.ts"
import { missingLines, type ReminderKind, subjectLines, words } from "./words.ts"

export type ReminderParts = InvitationParts

export interface ReminderToSend {
  invitation_id: string
  /** Place in the firm's schedule; null for one by hand. */
  step: number | null
  /** The firm's own words, above the others. */
  message?: string
}

interface Addressee {
  matter_id: string
  is_begun: boolean
  is_submitted: boolean
  email: string
  first_name: string
  language: Language
  firm_name: string
  color: string
  contact_line: string
}

/**
 * Mails one client the link and what is missing, in the client's language where it is known, else the firm's, and
 * writes it down. Callers hold the matter's lock and have seen that this client may be reminded.
 */
export async function sendReminder(tx: Tx, parts: ReminderParts, reminder: ReminderToSend): Promise<void> {
  const { invitation_id, step, message = "" } = reminder
  const to = await tx.one<Addressee>(sql`
    select i.matter_id, m.started_at is not null as is_begun, m.is_submitted, coalesce(nullif(u.email, ''), i.email) as email,
           i.first_name, coalesce(u.preferences ->> 'language', f.locale) as language,
           f.name as firm_name, f.color, f.contact_line
      from invitations i
      join matters m on m.id = i.matter_id
      join firms f on f.id = i.firm_id
      left join users u on u.id = i.user_id
     where i.id = ${invitation_id}`)
  const { language, firm_name } = to
  const { invite_url } = await issueLink(tx, parts, invitation_id)
  const [{ definition }, subjects, missing] = await withInviteeView(tx, invitation_id, () =>
    Promise.all([
      definitionOf(tx, to.matter_id),
      listOpenSubjects(tx, to.matter_id),
      findMissing(tx, parts.ring, to.matter_id, language),
    ]),
  )
  const say = words[language]
  const kind = kindOf(to, subjects, missing)
  const lines =
    kind === "corrections"
      ? subjectLines(definition, subjects, language)
      : missingLines(definition, missing, { language, is_begun: to.is_begun })
  await tx.run(sql`
    insert into reminders (id, matter_id, invitation_id, step, reminded_at)
    values (${newId("reminder")}, ${to.matter_id}, ${invitation_id}, ${step}, ${tx.now})`)
  await queueMail(tx, parts.ring, {
    recipient: to.email,
    matter_id: to.matter_id,
    purpose: "reminder",
    invitation_id,
    subject: say.subject(firm_name),
    content: {
      firm_name,
      color: to.color,
      language,
      heading: say.headings[kind],
      paragraphs: [
        say.greeting(to.first_name),
        ...message.split(/\n\s*\n/).filter((paragraph) => paragraph.trim()),
        // By schedule nobody has chosen to name what is asked: a number is enough.
        kind === "corrections" && step !== null
          ? say.open(firm_name, subjects.length)
          : [say.leads[kind](firm_name), ...lines].join("\n"),
        `${say.retention[to.is_begun ? "begun" : "new"]} ${say.alone}`,
      ],
      button: { label: say.button, url: invite_url },
      footer: say.footer(to.contact_line),
    },
  })
}

function kindOf(
  { is_begun, is_submitted }: Addressee,
  subjects: readonly unknown[],
  missing: readonly unknown[],
): ReminderKind {
  if (is_submitted && subjects.length > 0) return "corrections"
  if (!is_begun) return "new"
  return missing.length > 0 ? "begun" : "ready"
}

export interface ReminderRow {
  id: string
  invitation_id: string
  /** Whom: name or e-mail address. */
  name: string
  step: number | null
  reminded_at: Date
  /** Name or e-mail address of whoever pressed the button; empty for the schedule. */
  by: string
}

/** The reminders of a matter, newest first, at most `limit`. */
export function listReminders(tx: Tx, matter_id: string, limit: number): Promise<ReminderRow[]> {
  return tx.all(sql`
    select r.id, r.invitation_id, r.step, r.reminded_at,
           coalesce(nullif(btrim(i.first_name || ' ' || i.last_name), ''), i.email) as name,
           coalesce(nullif(u.name, ''), u.email, '') as by
      from reminders r
      join invitations i on i.id = r.invitation_id
      left join users u on u.id = r.reminded_by
     where r.matter_id = ${matter_id} order by r.id desc limit ${limit}`)
}

/** When each invited person of a matter was reminded last, by invitation. */
export async function lastReminders(tx: Tx, matter_id: string): Promise<Map<string, Date>> {
  const rows = await tx.all<{ invitation_id: string; at: Date }>(sql`
    select invitation_id, max(reminded_at) as at from reminders where matter_id = ${matter_id} group by 1`)
  return new Map(rows.map(({ invitation_id, at }) => [invitation_id, at]))
}

export interface ReminderRules {
  by_schedule: boolean
  /** Days without anything from the client before the first one. */
  first_after_days: number
  /** Days between one and the next. */
  then_every_days: number
  /** How many each client gets by schedule, ever. */
  at_most: number
}

const usual_rules: ReminderRules = {
  by_schedule: false,
  first_after_days: 7,
  then_every_days: 7,
  at_most: 3,
}

/** What each number may be. */
export const ranges = {
  first_after_days: { from: 1, to: 90 },
  then_every_days: { from: 1, to: 90 },
  at_most: { from: 1, to: 12 },
} as const
export type RuleNumber = keyof typeof ranges

/** The rules a firm has chosen, among its settings. */
export function reminderRulesOf(settings: Readonly<Record<string, unknown>>): ReminderRules {
  const chosen = (settings.reminders ?? {}) as Partial<Record<keyof ReminderRules, unknown>>
  const number = (name: RuleNumber) =>
    isInRange(name, chosen[name]) ? Number(chosen[name]) : usual_rules[name]
  return {
    by_schedule: chosen.by_schedule === true,
    first_after_days: number("first_after_days"),
    then_every_days: number("then_every_days"),
    at_most: number("at_most"),
  }
}

export function isInRange(name: RuleNumber, value: unknown): boolean {
  const { from, to } = ranges[name]
  return Number.isInteger(value) && Number(value) >= from && Number(value) <= to
}
