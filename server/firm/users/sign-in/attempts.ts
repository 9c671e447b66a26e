// Throttles failed attempts. Each attempt is counted before it is checked, in its own transaction, so parallel attempts
// gain nothing and a later rollback does not undo the count. Counting does not depend on whether an address has an
// account, so neither response nor timing reveals that.
import { later } from "../../../platform/clock.ts"
import type { Database } from "../../../platform/db/database.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { type Failure, tooMany } from "../../../platform/errors.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"

export interface Limit {
  /** What is limited, in plain text; stored as a keyed hash. */
  key: string
  /** How many failures are free before the next attempt has to wait. */
  free: number
  /** The first wait. Each further failure doubles it. */
  wait_s: number
  max_wait_s: number
}

/** Where attempts are counted, and the key that hides who made them. */
export interface AttemptParts {
  db: Database
  ring: KeyRing
}

const purpose = "sign_in_attempt"
const forgotten_after_hours = 24

/** Returns how many seconds the next attempt has to wait: 0 if it may proceed, and then it counts against every limit. */
export async function claimAttempt(tx: Tx, ring: KeyRing, limits: readonly Limit[]): Promise<number> {
  for (const limit of limits) {
    const wait_s = await claim(tx, ring.sign(limit.key, purpose), limit)
    if (wait_s > 0) return wait_s
  }
  return 0
}

/** Counts an attempt against the limits. Throws "too many" with the seconds to wait. */
export async function requireAttempt({ db, ring }: AttemptParts, limits: readonly Limit[]): Promise<void> {
  const wait_s = await db.forPlatform((tx) => claimAttempt(tx, ring, limits))
  if (wait_s > 0) throw tooManyAttempts(wait_s)
}

/** Whether this is the first use of something that works once, for a day at most. The database knows, on every node. */
export async function useOnce({ db, ring }: AttemptParts, secret: string): Promise<boolean> {
  const day_s = 24 * 3_600
  const limit = { key: `once ${secret}`, free: 1, wait_s: day_s, max_wait_s: day_s }
  return (await db.forPlatform((tx) => claimAttempt(tx, ring, [limit]))) === 0
}

/** Thrown when the caller has to wait. The sentence is the same for everyone. */
export function tooManyAttempts(wait_s: number): Failure {
  const detail = `Too many attempts. Try again in ${inMinutes(wait_s)}.`
  return tooMany("too_many_attempts", detail, Math.ceil(wait_s))
}

function inMinutes(wait_s: number): string {
  const minutes = Math.ceil(wait_s / 60)
  return minutes === 1 ? "a minute" : `${minutes} minutes`
}

async function claim(tx: Tx, key: string, { free, wait_s, max_wait_s }: Limit): Promise<number> {
  const over = sql`t.last_failed_at
    + least(${max_wait_s}, ${wait_s} * 2 ^ least(t.failures - ${free}, 20)) * interval '1 second'`
  const claimed = await tx.maybe(sql`
    insert into sign_in_attempts as t (key, failures, last_failed_at) values (${key}, 1, ${tx.now})
    on conflict (key) do update
       set failures = case when t.last_failed_at < ${forgottenBefore(tx)} then 1 else t.failures + 1 end,
           last_failed_at = ${tx.now}
     where t.failures < ${free} or ${over} <= ${tx.now}
    returning key`)
  if (claimed) return 0
  const { wait } = await tx.one<{ wait: number }>(sql`
    select extract(epoch from ${over} - ${tx.now}::timestamptz)::float8 as wait
      from sign_in_attempts t where key = ${key}`)
  return Math.max(1, wait)
}

/** Counts a wrong key or link of a network; returns how many all processes counted since when, within `span_s`. */
export function countFailure(
  { db, ring }: AttemptParts,
  network: string,
  span_s: number,
): Promise<{ taken: number; began_at: Date }> {
  const key = ring.sign(`wrong_link ${network}`, purpose)
  return db.forPlatform((tx) => {
    // Either way, because clocks differ.
    const isOver = sql`abs(extract(epoch from t.last_failed_at - ${tx.now}::timestamptz)) >= ${span_s}`
    return tx.one(sql`
      insert into sign_in_attempts as t (key, failures, last_failed_at) values (${key}, 1, ${tx.now})
      on conflict (key) do update
         set failures = case when ${isOver} then 1 else t.failures + 1 end,
             last_failed_at = case when ${isOver} then excluded.last_failed_at else t.last_failed_at end
      returning failures as taken, last_failed_at as began_at`)
  })
}

/** Takes back a successful attempt: resets `own`, and subtracts one from limits shared with others. */
export async function forgiveAttempt(
  { db, ring }: AttemptParts,
  { own, shared = [] }: { own: Limit | readonly Limit[]; shared?: readonly Limit[] },
): Promise<void> {
  const owns = [own].flat().map(({ key }) => ring.sign(key, purpose))
  const others = shared.map(({ key }) => ring.sign(key, purpose))
  await db.forPlatform(async (tx) => {
    if (others.length > 0)
      await tx.run(sql`
        update sign_in_attempts set failures = greatest(failures - 1, 0) where key = any(${others})`)
    await tx.run(sql`delete from sign_in_attempts where key = any(${owns})`)
  })
}

/** Removes counts that no longer matter. Needs a platform transaction. */
export async function removeOldAttempts(tx: Tx): Promise<void> {
  await tx.run(sql`delete from sign_in_attempts where last_failed_at < ${forgottenBefore(tx)}`)
}

function forgottenBefore(tx: Tx): Date {
  return later(tx.now, { hours: -forgotten_after_hours })
}

/** Shared by everyone who signs in from one household or office. Browsers that have signed in before bypass it. */
export function networkLimit(network: string): Limit {
  return { key: `network ${network}`, free: 40, wait_s: 10, max_wait_s: 10 * 60 }
}

/** Limits what the audit log records of wrong passkeys: their guesses cost nothing, and each would be an entry. */
export function wrongPasskeyLimit(network: string): Limit {
  return { key: `wrong_passkey ${network}`, free: 20, wait_s: 60, max_wait_s: 15 * 60 }
}

/** Limits emailed codes per network, beyond the limit per person, against requests in many people's names. */
export function codeMailLimit(network: string): Limit {
  return { key: `code_mail ${network}`, free: 30, wait_s: 60, max_wait_s: 15 * 60 }
}

/** Limits emailed links per machine and per network, against requests in many people's names. */
export function linkMailLimits(ip: string, network: string): Limit[] {
  return [
    { key: `link_mail source ${ip}`, free: 5, wait_s: 60, max_wait_s: 15 * 60 },
    { key: `link_mail network ${network}`, free: 20, wait_s: 60, max_wait_s: 15 * 60 },
  ]
}

/** Limits codes of start pages per machine, network, firm and address, against requests in many people's names. */
export function startPageLimits(of: {
  ip: string
  network: string
  firm_id: string
  email: string
}): Limit[] {
  const { ip, network, firm_id, email } = of
  return [
    { key: `start_page source ${ip}`, free: 5, wait_s: 60, max_wait_s: 15 * 60 },
    { key: `start_page network ${network}`, free: 20, wait_s: 60, max_wait_s: 15 * 60 },
    { key: `start_page address ${email.toLowerCase()}`, free: 3, wait_s: 30 * 60, max_wait_s: 60 * 60 },
    { key: `start_page firm ${firm_id}`, free: 100, wait_s: 10, max_wait_s: 60 },
  ]
}

/** Limits attempts at one code of a start page. */
export function inquiryCodeLimit(inquiry_id: string): Limit {
  return { key: `inquiry_code ${inquiry_id}`, free: 5, wait_s: 60 * 60, max_wait_s: 60 * 60 }
}

/** Limits emailed links to one address from one firm: three per hour, then one per hour. */
export function linkMailAddressLimit(firm_id: string, email: string): Limit {
  const key = `link_mail address ${firm_id} ${email.toLowerCase()}`
  return { key, free: 2, wait_s: 30 * 60, max_wait_s: 60 * 60 }
}

/** Limits the test emails that one member of staff sends. */
export function testMailLimit(user_id: string): Limit {
  return { key: `test_mail ${user_id}`, free: 10, wait_s: 60, max_wait_s: 15 * 60 }
}
