// The firm's own words. Only what differs from Foyer's words is stored, so that better words reach firms that changed
// nothing.
import type { Language } from "../../definition/text.ts"
import { inOneLine } from "../../definition/values/typed-text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { findNearestName } from "../../platform/text/nearest-name.ts"
import { type ClientEmailName, clientEmails, type EmailWords, fieldsOf } from "./client-emails.ts"
import { emailField, type FieldName } from "./fields.ts"
import { fieldsIn, isAlone, withoutFields } from "./filling.ts"
import { foyerWords } from "./foyer-words.ts"

export const max_subject_characters = 200
export const max_body_characters = 5_000

/** The words in use: the firm's own, or Foyer's where the firm has none. Another language never stands in. */
export async function readWords(tx: Tx, email: ClientEmailName, language: Language): Promise<EmailWords> {
  const own = await tx.maybe<{ subject: string | null; body: string | null }>(sql`
    select subject, body from client_email_words where email = ${email} and language = ${language}`)
  const { subject, body } = foyerWords[language][email]
  return { subject: own?.subject ?? subject, body: own?.body ?? body }
}

/** The emails that have words of the firm's own, with their languages. */
export async function listOwnWords(tx: Tx): Promise<Map<string, Language[]>> {
  const rows = await tx.all<{ email: string; language: Language }>(sql`
    select email, language from client_email_words order by email, language`)
  const byEmail = Map.groupBy(rows, ({ email }) => email)
  return new Map([...byEmail].map(([email, of]) => [email, of.map(({ language }) => language)]))
}

/** Stores the firm's words, or removes them if they are Foyer's. The words must be right: see `faultInSubject`. */
export async function changeWords(
  tx: Tx,
  email: ClientEmailName,
  language: Language,
  words: EmailWords,
): Promise<void> {
  const foyer = foyerWords[language][email]
  const subject = words.subject === foyer.subject ? null : words.subject
  const body = words.body === foyer.body ? null : words.body
  if (subject === null && body === null)
    await tx.run(sql`delete from client_email_words where email = ${email} and language = ${language}`)
  else
    await tx.run(sql`
      insert into client_email_words (email, language, subject, body) values (${email}, ${language}, ${subject}, ${body})
      on conflict (firm_id, email, language) do update set subject = excluded.subject, body = excluded.body`)
}

/** As it is stored: no invisible marks that turn text around, no blanks at the ends of lines. */
export function cleanBody(typed: string): string {
  return typed.split("\n").map(inOneLine).join("\n").trim()
}

/** What is wrong with a subject, as a sentence; undefined if it can be used. */
export function faultInSubject(email: ClientEmailName, subject: string): string | undefined {
  const unusable = fieldsIn(subject).find((name) => !isShort(email, name))
  if (unusable === undefined || !isOf(email, unusable)) return faultOfFields(email, subject)
  return `The subject cannot contain ${shown(unusable)}. Put it in the text.`
}

/** What is wrong with the text of an email, as a sentence; undefined if it can be used. */
export function faultInBody(email: ClientEmailName, body: string): string | undefined {
  const fault = faultOfFields(email, body)
  if (fault) return fault
  const used = fieldsIn(body)
  const { name, required } = clientEmails[email]
  const missing = required.find((needed) => !used.includes(needed))
  if (missing) {
    const about = emailField(missing).about
    return `“${name}” needs ${shown(missing)}: ${about.charAt(0).toLowerCase()}${about.slice(1)}.`
  }
  const crowded = fieldsOf(email).find(
    (one) =>
      emailField(one).is_block &&
      body.split("\n").some((line) => fieldsIn(line).includes(one) && !isAlone(line, one)),
  )
  if (crowded) return `Put ${shown(crowded)} on a line of its own.`
  const repeated = fieldsOf(email).find(
    (one) => emailField(one).is_block && used.indexOf(one) !== used.lastIndexOf(one),
  )
  return repeated && `Use ${shown(repeated)} only once.`
}

function faultOfFields(email: ClientEmailName, text: string): string | undefined {
  const unknown = fieldsIn(text).find((name) => !isOf(email, name))
  if (unknown !== undefined) {
    const nearest = findNearestName(unknown, fieldsOf(email))
    return `This email has no field ${shown(unknown)}.${nearest ? ` Did you mean ${shown(nearest)}?` : ""}`
  }
  return /\{\{|\}\}/.test(withoutFields(text))
    ? "A field begins with {{ and ends with }}. One of them is incomplete."
    : undefined
}

function isOf(email: ClientEmailName, name: string): boolean {
  return fieldsOf(email).some((known) => known === name)
}

function isShort(email: ClientEmailName, name: string): boolean {
  const known = fieldsOf(email).find((one) => one === name)
  return known !== undefined && !emailField(known).is_block && !emailField(known).is_text
}

/** A field as people type it. */
export function shown(name: FieldName | string): string {
  return `{{${name}}}`
}

/** Which words changed, for the audit log: each text without what is the same at its ends. */
export function differenceOf(before: EmailWords, after: EmailWords): string {
  const changes = (["subject", "body"] as const)
    .filter((name) => before[name] !== after[name])
    .map((name) => changeOf(before[name], after[name]))
  return changes.join("; ") || "no change"
}

const max_shown = 100

function changeOf(before: string, after: string): string {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const part = (text: string) => `“${clipped(text.slice(start, text.length - end))}”`
  return `${part(before)} → ${part(after)}`
}

function clipped(text: string): string {
  const line = text.replaceAll("\n", " ").toWellFormed()
  return line.length > max_shown ? `${line.slice(0, max_shown - 1)}…` : line
}
