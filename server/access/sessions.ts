// Signed-in browsers: staff in the console, clients in the portal. The cookie holds an opaque token; only its
// SHA-256 is stored. A session ends by signing out, by being idle, and in any case some time after it began.
import type { Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"
import { newId } from "../platform/ids.ts"
import { readFirmPlace } from "../platform/secrets/place.ts"
import { hashToken, newFirmToken, placeOf } from "../platform/secrets/tokens.ts"
import type { StaffRole } from "../users/staff-roles.ts"

export interface SessionIdentity {
  firm_id: string
  user_id: string
  session_id: string
  matter_id: string | null
  is_firm_staff: boolean
  email: string
  name: string
  role: StaffRole
  is_suspended: boolean
  last_seen_at: Date
  /** A helper whom a client asked for some parts: the session opens nothing else. */
  is_limited?: boolean
}

export interface Lifetime {
  /** How long nobody may use it before it ends. */
  idle_s: number
  /** How long it lasts at most, however much it is used. */
  max_s: number
}

export interface NewSession {
  user_id: string
  /** The one matter a client session reaches; none for staff. */
  matter_id?: string
  /** What the browser calls itself, so that people recognize their devices. */
  device: string
  lifetime: Lifetime
  /** Opened by something that proves two factors at once. */
  is_strong?: boolean
}

/** Opens a session and returns its token, the only time it can be seen. */
export async function createSession(
  tx: Tx,
  { user_id, matter_id, device, lifetime, is_strong = false }: NewSession,
): Promise<{ session_id: string; token: string }> {
  const session_id = newId("session")
  const token = newFirmToken(await readFirmPlace(tx))
  await tx.run(sql`
    insert into sessions (id, token_hash, user_id, matter_id, device, created_at, last_seen_at, expires_at, is_strong)
    values (${session_id}, ${hashToken(token)}, ${user_id}, ${matter_id ?? null}, ${device.slice(0, 300)},
            ${tx.now}, ${tx.now}, ${later(tx.now, lifetime.idle_s)}, ${is_strong})`)
  return { session_id, token }
}

/** The statement that proves a session and opens its firm, and a client's matter, for the transaction. */
export function proofOfSession(token: string, now: Date): Sql {
  return sql`select * from authenticate_session(${placeOf(token)}, ${hashToken(token)}, ${now})`
}

/** Moves the end of a session that is in use, at most once a minute. */
export async function extendSession(
  tx: Tx,
  { session_id, last_seen_at }: Pick<SessionIdentity, "session_id" | "last_seen_at">,
  lifetime: Lifetime,
): Promise<void> {
  if (tx.now.getTime() - last_seen_at.getTime() < 60_000) return
  await tx.run(sql`
    update sessions
       set last_seen_at = ${tx.now},
           expires_at = least(${later(tx.now, lifetime.idle_s)}, created_at + ${lifetime.max_s} * interval '1 second')
     where id = ${session_id}`)
}

/** How long fresh proof by passkey waits for the change that it was given for. */
const proof_minutes = 10

/** Notes that whoever has this session has just shown who they are. */
export async function recordProof(tx: Tx, session_id: string): Promise<void> {
  await tx.run(sql`update sessions set proven_at = ${tx.now} where id = ${session_id}`)
}

/** Whether fresh proof waits for a change. */
export async function hasProof(tx: Tx, session_id: string): Promise<boolean> {
  const found = await tx.maybe(sql`
    select id from sessions where id = ${session_id} and proven_at > ${oldestProof(tx.now)}`)
  return found !== undefined
}

/** Uses the fresh proof up, for one change; false where there is none. */
export async function useProof(tx: Tx, session_id: string): Promise<boolean> {
  const used = await tx.run(sql`
    update sessions set proven_at = null where id = ${session_id} and proven_at > ${oldestProof(tx.now)}`)
  return used === 1
}

/** Ends a session for good: signing out leaves nothing behind. */
export async function endSession(tx: Tx, session_id: string): Promise<void> {
  await tx.run(sql`delete from sessions where id = ${session_id}`)
}

/** Ends all sessions of a user, but the one to keep where there is one. */
export async function endSessionsOf(tx: Tx, user_id: string, except = ""): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${user_id} and id <> ${except}`)
}

export interface SessionRow {
  id: string
  device: string
  created_at: Date
  last_seen_at: Date
}

/** Where a user is signed in now, last used first. */
export function listSessions(tx: Tx, user_id: string): Promise<SessionRow[]> {
  return tx.all(sql`
    select id, device, created_at, last_seen_at from sessions
     where user_id = ${user_id} and expires_at > ${tx.now} order by last_seen_at desc`)
}

/**
 * Forgets sessions that ended by themselves: those of clients a month later, because till then their browsers are
 * asked for a code instead of for the link.
 */
export async function removeExpiredSessions(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from sessions
     where expires_at < ${tx.now}::timestamptz - case when matter_id is null then interval '0' else interval '30 days' end`)
}

function oldestProof(now: Date): Date {
  return later(now, -proof_minutes * 60)
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000)
}
