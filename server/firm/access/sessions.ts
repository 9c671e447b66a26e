// Signed-in browsers: staff in the console, clients in the portal. The cookie holds an opaque token; only its SHA-256 is
// stored. A session ends on sign-out, after a time without use, and at the latest a fixed time after it began.
import { later } from "../../platform/clock.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { hashToken, newFirmToken, placeOf, readFirmPlace } from "../../platform/secrets/tokens.ts"
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
  /** A helper: the session opens the parts the client asked them for, and nothing else. */
  is_limited?: boolean
  /** Which client this is, while what two clients share is paused. */
  paused_party?: string | null
}

export interface Lifetime {
  /** Time without use after which it ends. */
  idle_s: number
  /** The longest it lasts, however much it is used. */
  max_s: number
}

export interface NewSession {
  user_id: string
  /** The one matter of a client session; none for staff. */
  matter_id?: string
  /** The user agent, so that people recognize their devices. */
  device: string
  lifetime: Lifetime
  /** For staff: opened with a credential that proves two factors at once. */
  is_strong?: boolean
  /** Opened by Start: with a link that others may have followed before its owner. */
  is_unproven?: boolean
}

/** Opens a session and returns its token, the only time it is visible. */
export async function createSession(
  tx: Tx,
  { user_id, matter_id, device, lifetime, is_strong = false, is_unproven = false }: NewSession,
): Promise<{ session_id: string; token: string }> {
  const session_id = newId("session")
  const token = newFirmToken(await readFirmPlace(tx))
  await tx.run(sql`
    insert into sessions (id, token_hash, user_id, matter_id, device, created_at, last_seen_at, expires_at, is_strong,
                          is_unproven)
    values (${session_id}, ${hashToken(token)}, ${user_id}, ${matter_id ?? null}, ${device.slice(0, 300)},
            ${tx.now}, ${tx.now}, ${later(tx.now, { seconds: lifetime.idle_s })}, ${is_strong}, ${is_unproven})`)
  return { session_id, token }
}

/** The statement that verifies a session and opens its firm, and a client's matter, for the transaction. */
export function proofOfSession(token: string, now: Date): Sql {
  return sql`select * from authenticate_session(${placeOf(token)}, ${hashToken(token)}, ${now})`
}

/** How long a session that was just used is not extended again, so that few requests write. */
export const extension_pause_s = 60

/**
 * Extends a session in use, at most once a minute. A session that has ended since the request was verified stays ended.
 * Of parallel requests one extends it; the others do not wait for its row, which each would do with a connection in hand.
 */
export async function extendSession(
  tx: Tx,
  { session_id, last_seen_at }: Pick<SessionIdentity, "session_id" | "last_seen_at">,
  lifetime: Lifetime,
): Promise<void> {
  const unused_since = later(tx.now, { seconds: -extension_pause_s })
  if (last_seen_at > unused_since) return
  await tx.run(sql`
    update sessions
       set last_seen_at = ${tx.now},
           expires_at = least(${later(tx.now, { seconds: lifetime.idle_s })}, created_at + ${lifetime.max_s} * interval '1 second')
     where id = (select id from sessions
                  where id = ${session_id} and expires_at > ${tx.now} and last_seen_at <= ${unused_since}
                    for no key update skip locked)`)
}

/** How long a passkey confirmation is valid for the change it was given for. */
const proof_minutes = 10

/** Records that the user of this session has just confirmed their identity. */
export async function recordProof(tx: Tx, session_id: string): Promise<void> {
  await tx.run(sql`update sessions set proven_at = ${tx.now} where id = ${session_id}`)
}

/** Whether a confirmation is waiting for a change. */
export async function hasProof(tx: Tx, session_id: string): Promise<boolean> {
  const found = await tx.maybe(sql`
    select id from sessions where id = ${session_id} and proven_at > ${oldestProof(tx.now)}`)
  return found !== undefined
}

/** Uses the confirmation up, for one change. Returns false if there is none. */
export async function useProof(tx: Tx, session_id: string): Promise<boolean> {
  const used = await tx.run(sql`
    update sessions set proven_at = null where id = ${session_id} and proven_at > ${oldestProof(tx.now)}`)
  return used === 1
}

/** Deletes a session: signing out leaves nothing behind. */
export async function endSession(tx: Tx, session_id: string): Promise<void> {
  await tx.run(sql`delete from sessions where id = ${session_id}`)
}

/** Ends all sessions of a user, except the one to keep. */
export async function endSessionsOf(tx: Tx, user_id: string, except = ""): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${user_id} and id <> ${except}`)
}

/** Ends the sessions that Start opened. Call it when the client proves who they are and has given nothing yet. */
export async function endUnprovenSessions(tx: Tx, user_id: string): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${user_id} and is_unproven`)
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
 * Deletes expired sessions. Clients' are kept for a month, because until then their browsers are asked for a code instead
 * of the link.
 */
export async function removeExpiredSessions(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from sessions
     where expires_at < ${tx.now}::timestamptz - case when matter_id is null then interval '0' else interval '30 days' end`)
}

function oldestProof(now: Date): Date {
  return later(now, { minutes: -proof_minutes })
}

export function noSession(): Failure {
  return new Failure("unauthenticated", "no_session", "No one is signed in here, or the session has ended.")
}
