// Six-digit codes by mail: to come back on another device, to prove who changes a sign-in, to confirm a new address. Six
// digits can be guessed, so few tries are allowed, few codes are sent, and only the newest counts. Beside a code to come
// back goes a link that does the same; the first of both that is used ends both.
import type { Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"
import { newId } from "../platform/ids.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { readFirmPlace } from "../platform/secrets/place.ts"
import { hashToken, newDigitCode, newFirmToken } from "../platform/secrets/tokens.ts"

export const code_minutes = 10
const max_attempts = 5
const seconds_between = 60
const max_an_hour = 5
const max_a_day = 12

export interface CodeFor {
  user_id: string
  /** The one matter of a client. */
  matter_id?: string | undefined
  purpose: "sign_in" | "proof" | "new_email"
}

export type SentCode =
  | { kind: "new"; code: string /** What the link beside it ends in. */; link_key: string }
  /** One was sent there a moment ago and still works. */
  | { kind: "recent" }
  | { kind: "too_many" }

/** Makes the code to be mailed to `email`, unless enough have been. */
export async function createCode(
  tx: Tx,
  ring: KeyRing,
  { user_id, matter_id, purpose, email }: CodeFor & { email: string },
): Promise<SentCode> {
  // Two requests at once must not both find room for one more.
  await tx.run(sql`select id from users where id = ${user_id} for no key update`)
  const { last_s, hour, day } = await tx.one<{ last_s: number | null; hour: number; day: number }>(sql`
    select extract(epoch from ${tx.now}::timestamptz - max(sent_at) filter (where email = ${email} and used_at is null))::float8
             as last_s,
           count(*) filter (where sent_at > ${tx.now}::timestamptz - interval '1 hour') as hour, count(*) as day
      from mailed_codes
     where user_id = ${user_id} and purpose = ${purpose} and sent_at > ${tx.now}::timestamptz - interval '1 day'`)
  if (last_s !== null && last_s < seconds_between) return { kind: "recent" }
  if (hour >= max_an_hour || day >= max_a_day) return { kind: "too_many" }
  const id = newId("code")
  const code = newDigitCode()
  const link_key = newFirmToken(await readFirmPlace(tx))
  await tx.run(sql`
    insert into mailed_codes (id, user_id, matter_id, purpose, email, code_hash, link_hash, sent_at, expires_at)
    values (${id}, ${user_id}, ${matter_id ?? null}, ${purpose}, ${email}, ${ring.sign(`${id} ${code}`, signed(purpose))},
            ${purpose === "sign_in" ? hashToken(link_key) : null}, ${tx.now}, ${new Date(tx.now.getTime() + code_minutes * 60_000)})`)
  return { kind: "new", code, link_key }
}

export type UsedCode =
  /** Where the code had been sent. */
  { kind: "right"; email: string } | { kind: "wrong" } | { kind: "over" }

/** Whether the typed code is the newest one sent, in time and within its tries; a right one works once. */
export async function useCode(
  tx: Tx,
  ring: KeyRing,
  { user_id, purpose }: CodeFor,
  typed: string,
): Promise<UsedCode> {
  const newest = await tx.maybe<{ id: string; code_hash: string; email: string; is_open: boolean }>(sql`
    select id, code_hash, email, ${isOpen(tx)} as is_open
      from mailed_codes where user_id = ${user_id} and purpose = ${purpose}
     order by sent_at desc, id desc limit 1 for update`)
  if (!newest?.is_open) return { kind: "over" }
  const digits = typed.normalize("NFKC").replace(/\D/g, "")
  const isRight = ring.isSigned(`${newest.id} ${digits}`, newest.code_hash, signed(purpose))
  await tx.run(sql`
    update mailed_codes set attempts = attempts + 1, used_at = ${isRight ? tx.now : null} where id = ${newest.id}`)
  return isRight ? { kind: "right", email: newest.email } : { kind: "wrong" }
}

/** Uses up the code whose link this is; false where the code was used, is too old or not the newest. */
export async function useCodeLink(tx: Tx, { user_id, purpose }: CodeFor, link_key: string): Promise<boolean> {
  const used = await tx.run(sql`
    update mailed_codes set used_at = ${tx.now} where ${isOpenLink(tx, { user_id, purpose }, link_key)}`)
  return used === 1
}

/** Whether the link of a code would still sign in; changes nothing. */
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

/** Ends the codes that were sent to the address a user had before: they open nothing for whoever reads there. */
export async function endCodes(tx: Tx, user_id: string): Promise<void> {
  await tx.run(
    sql`update mailed_codes set used_at = ${tx.now} where user_id = ${user_id} and used_at is null`,
  )
}

/** Where the newest code went, while it works; undefined for none. */
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

/** Forgets codes that neither work nor count against the limits anymore. */
export async function removeOldCodes(tx: Tx): Promise<void> {
  await tx.run(sql`delete from mailed_codes where sent_at < ${tx.now}::timestamptz - interval '1 day'`)
}

/** A code for one purpose is worth nothing for another. */
function signed(purpose: CodeFor["purpose"]): string {
  return `mailed_code_${purpose}`
}
