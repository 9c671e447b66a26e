// Failed attempts slow whoever makes them. Each is counted before it is judged, in a transaction of its own, so that many
// at once gain nothing and no later failure takes the count back. What is counted does not depend on whether an address
// belongs to anybody, so that neither the answer nor its time tells.
import type { Database, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { Failure } from "../platform/errors.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"

export interface Limit {
  /** What is limited, in clear: stored as a keyed hash. */
  key: string
  /** So many may fail before the next has to wait. */
  free: number
  /** The first wait; each further failure doubles it. */
  wait_s: number
  max_wait_s: number
}

/** Where attempts are counted, and what hides who made them. */
export interface AttemptParts {
  db: Database
  ring: KeyRing
}

const purpose = "sign_in_attempt"
const forgotten_after_hours = 24

/** How many seconds the next attempt has to wait: 0 when it may be judged, and then it counts against every limit. */
export async function claimAttempt(tx: Tx, ring: KeyRing, limits: readonly Limit[]): Promise<number> {
  for (const limit of limits) {
    const wait_s = await claim(tx, ring.sign(limit.key, purpose), limit)
    if (wait_s > 0) return wait_s
  }
  return 0
}

/** Counts an attempt against the limits, or throws "too many" with the seconds to wait. */
export async function requireAttempt({ db, ring }: AttemptParts, limits: readonly Limit[]): Promise<void> {
  const wait_s = await db.forPlatform((tx) => claimAttempt(tx, ring, limits))
  if (wait_s > 0) throw tooManyAttempts(wait_s)
}

/** Thrown where somebody has to wait; the sentence is the same whoever it is. */
function tooManyAttempts(wait_s: number): Failure {
  const detail = `Too many attempts. Try again in ${inMinutes(wait_s)}.`
  return new Failure("too_many", "too_many_attempts", detail, undefined, Math.ceil(wait_s))
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

/** An attempt that went well is no failure: `own` starts afresh, what is shared with others only loses this one. */
export async function forgiveAttempt(
  { db, ring }: AttemptParts,
  { own, shared = [] }: { own: Limit; shared?: readonly Limit[] },
): Promise<void> {
  const others = shared.map(({ key }) => ring.sign(key, purpose))
  await db.forPlatform(async (tx) => {
    if (others.length > 0)
      await tx.run(sql`
        update sign_in_attempts set failures = greatest(failures - 1, 0) where key = any(${others})`)
    await tx.run(sql`delete from sign_in_attempts where key = ${ring.sign(own.key, purpose)}`)
  })
}

/** Removes what counts no more; needs a platform transaction. */
export async function removeOldAttempts(tx: Tx): Promise<void> {
  await tx.run(sql`delete from sign_in_attempts where last_failed_at < ${forgottenBefore(tx)}`)
}

function forgottenBefore(tx: Tx): Date {
  return new Date(tx.now.getTime() - forgotten_after_hours * 3_600_000)
}

/** Everybody who signs in from one household or office shares it; browsers known from before do not need it. */
export function networkLimit(network: string): Limit {
  return { key: `network ${network}`, free: 40, wait_s: 10, max_wait_s: 10 * 60 }
}

/** Codes by mail are limited for each person; this is for whoever asks in the name of many. */
export function codeMailLimit(network: string): Limit {
  return { key: `code_mail ${network}`, free: 30, wait_s: 60, max_wait_s: 15 * 60 }
}

/** Links by mail, for whoever asks in the name of many: one machine, and the network around it. */
export function linkMailLimits(ip: string, network: string): Limit[] {
  return [
    { key: `link_mail source ${ip}`, free: 5, wait_s: 60, max_wait_s: 15 * 60 },
    { key: `link_mail network ${network}`, free: 20, wait_s: 60, max_wait_s: 15 * 60 },
  ]
}

/** Codes of start pages, for whoever asks in the name of many: one machine, its network, one firm, and one address. */
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

/** Tries of one code of a start page. */
export function inquiryCodeLimit(inquiry_id: string): Limit {
  return { key: `inquiry_code ${inquiry_id}`, free: 5, wait_s: 60 * 60, max_wait_s: 60 * 60 }
}

/** Links by mail to one address from one firm: three an hour, then one an hour. */
export function linkMailAddressLimit(firm_id: string, email: string): Limit {
  const key = `link_mail address ${firm_id} ${email.toLowerCase()}`
  return { key, free: 2, wait_s: 30 * 60, max_wait_s: 60 * 60 }
}
