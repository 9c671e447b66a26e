// Six-digit codes by email: to return on another device, to prove who is changing a sign-in, to confirm a new address.
// Six digits can be guessed, so attempts and emails are limited, and only the newest code counts. An email with a code
// to return also has a link that does the same; using either one uses up both.

import { codeDigits } from "../../../definition/values/digits.ts"
import { later } from "../../../platform/clock.ts"
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { hashToken, newDigitCode, newLinkKey, readFirmPlace } from "../../../platform/secrets/tokens.ts"

export const code_minutes = 10
const max_attempts = 5
/** The audit log records no more failed tries at one code, however often someone repeats them. */
const max_recorded_attempts = 20
const seconds_between = 60
const max_an_hour = 5
const max_a_day = 12

export interface CodeFor {
  user_id: string
  /** The client's matter. */
  matter_id?: string | undefined
  purpose: "sign_in" | "proof" | "new_email"
}

export type SentCode =
  | { kind: "new"; code: string /** The last part of the link in the same email. */; link_key: string }
  /** A code was sent there recently and still works. */
  | { kind: "recent" }
  /** The next one may be sent after `wait` at the latest. */
  | { kind: "too_many"; wait: "hour" | "day" }

/** Creates a code to email to `email`, unless enough have been sent. */
export async function createCode(
  tx: Tx,
  ring: KeyRing,
  { user_id, matter_id, purpose, email }: CodeFor & { email: string },
): Promise<SentCode> {
  // Without this lock, two concurrent requests could both pass the limit.
  await tx.run(sql`select id from users where id = ${user_id} for no key update`)
  const { last_s, hour, day } = await tx.one<{ last_s: number | null; hour: number; day: number }>(sql`
    select extract(epoch from ${tx.now}::timestamptz - max(sent_at) filter (where email = ${email} and used_at is null and attempts < ${max_attempts}))::float8
             as last_s,
           count(*) filter (where sent_at > ${tx.now}::timestamptz - interval '1 hour') as hour, count(*) as day
      from mailed_codes
     where user_id = ${user_id} and purpose = ${purpose} and sent_at > ${tx.now}::timestamptz - interval '1 day'`)
  if (last_s !== null && last_s < seconds_between) return { kind: "recent" }
  if (day >= max_a_day) return { kind: "too_many", wait: "day" }
  if (hour >= max_an_hour) return { kind: "too_many", wait: "hour" }
  const id = newId("code")
  const code = newDigitCode()
  const link_key = newLinkKey(await readFirmPlace(tx))
  await tx.run(sql`
    insert into mailed_codes (id, user_id, matter_id, purpose, email, code_hash, link_hash, sent_at, expires_at)
    values (${id}, ${user_id}, ${matter_id ?? null}, ${purpose}, ${email}, ${ring.sign(`${id} ${code}`, signed(purpose))},
            ${purpose === "sign_in" ? hashToken(link_key) : null}, ${tx.now}, ${later(tx.now, { minutes: code_minutes })})`)
  return { kind: "new", code, link_key }
}

export type UsedCode =
  /** The address the code was sent to. */
  | { kind: "right"; email: string }
  | { kind: "wrong" }
  /** Used or expired, or exhausted by wrong attempts. */
  | { kind: "over" | "exhausted"; is_recorded: boolean }

interface NewestCode {
  id: string
  code_hash: string
  email: string
  is_open: boolean
  /** Neither used nor expired. */
  is_fresh: boolean
}

/** Whether the code is the newest one, not expired, and within its attempts. A correct code works once. */
export async function useCode(
  tx: Tx,
  ring: KeyRing,
  { user_id, purpose }: CodeFor,
  typed: string,
): Promise<UsedCode> {
  const newest = await tx.maybe<NewestCode>(sql`
    select id, code_hash, email, ${isOpen(tx)} as is_open, used_at is null and expires_at > ${tx.now} as is_fresh
      from mailed_codes where user_id = ${user_id} and purpose = ${purpose}
     order by sent_at desc, id desc limit 1 for update`)
  if (!newest?.is_open) {
    const kind = newest?.is_fresh ? "exhausted" : "over"
    return { kind, is_recorded: await isRecorded(tx, sql`id = ${newest?.id ?? ""}`) }
  }
  const digits = codeDigits(typed)
  const isRight = ring.isSigned(`${newest.id} ${digits}`, newest.code_hash, signed(purpose))
  await tx.run(sql`
    update mailed_codes set attempts = attempts + 1, used_at = ${isRight ? tx.now : null} where id = ${newest.id}`)
  return isRight ? { kind: "right", email: newest.email } : { kind: "wrong" }
}

/** Uses up the code that this link belongs to; "over" if the code was used, has expired, or is not the newest. */
export async function useCodeLink(
  tx: Tx,
  { user_id, purpose }: CodeFor,
  link_key: string,
): Promise<{ kind: "right" } | { kind: "over"; is_recorded: boolean }> {
  const used = await tx.run(sql`
    update mailed_codes set used_at = ${tx.now} where ${isOpenLink(tx, { user_id, purpose }, link_key)}`)
  if (used === 1) return { kind: "right" }
  return { kind: "over", is_recorded: await isRecorded(tx, sql`link_hash = ${hashToken(link_key)}`) }
}

/** Counts a try at a code that no longer works. Whether the audit log records it. */
async function isRecorded(tx: Tx, which: Sql): Promise<boolean> {
  const counted = await tx.run(sql`
    update mailed_codes set attempts = attempts + 1 where ${which} and attempts < ${max_recorded_attempts}`)
  return counted > 0
}

/** Whether the link of a code would still sign in. Changes nothing. */
export async function isCodeLinkOpen(tx: Tx, code: CodeFor, link_key: string): Promise<boolean> {
  return (
    (await tx.maybe(sql`select id from mailed_codes where ${isOpenLink(tx, code, link_key)}`)) !== undefined
  )
}

function isOpenLink(tx: Tx, { user_id, purpose }: CodeFor, link_key: string): Sql {
  return sql`${isOpen(tx)} and link_hash = ${hashToken(link_key)}
    and id = (select c.id from mailed_codes c where c.user_id = ${user_id} and c.purpose = ${purpose}
               order by c.sent_at desc, c.id desc limit 1)`
}

/** Ends the codes sent to a user's previous address, so no one who reads email there can use them. */
export async function endCodes(tx: Tx, user_id: string): Promise<void> {
  await tx.run(
    sql`update mailed_codes set used_at = ${tx.now} where user_id = ${user_id} and used_at is null`,
  )
}

/** Returns where the newest working code was sent, or undefined. */
export async function findOpenCode(
  tx: Tx,
  { user_id, purpose }: CodeFor,
): Promise<{ email: string } | undefined> {
  const newest = await tx.maybe<{ email: string; is_open: boolean }>(sql`
    select email, ${isOpen(tx)} as is_open
      from mailed_codes where user_id = ${user_id} and purpose = ${purpose} order by sent_at desc, id desc limit 1`)
  return newest?.is_open ? { email: newest.email } : undefined
}

function isOpen(tx: Tx): Sql {
  return sql`used_at is null and attempts < ${max_attempts} and expires_at > ${tx.now}`
}

/** Deletes codes that no longer work or count against the limits. */
export async function removeOldCodes(tx: Tx): Promise<void> {
  await tx.run(sql`delete from mailed_codes where sent_at < ${tx.now}::timestamptz - interval '1 day'`)
}

/** A code is valid only for its own purpose. */
function signed(purpose: CodeFor["purpose"]): string {
  return `mailed_code_${purpose}`
}
