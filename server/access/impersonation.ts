// Staff who change a matter for its client, in the client's own pages. These have an address of their own for each
// matter, so that neither a client who is signed in on the same browser nor another matter open beside it can be
// mistaken for this one. Who it is, the session of the console says: there is no second token to steal or to plant.
import type { FastifyRequest } from "fastify"
import { recordAudit } from "../audit/audit.ts"
import type { Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"
import { readableUrl } from "../platform/http/readable-url.ts"
import { newId } from "../platform/ids.ts"
import { hashToken, placeOf } from "../platform/secrets/tokens.ts"
import type { Lifetime, SessionIdentity } from "./sessions.ts"

/** An hour without use, a working day in all, and never longer than the session of the console. */
const impersonationLifetime: Lifetime = { idle_s: 3_600, max_s: 8 * 3_600 }

const address = /^\/impersonation\/(matter_[0-9A-F]{32})(?=[/?#]|$)/

/** Where the portal of a matter is for staff. */
export function impersonationUrl(matter_id: string): string {
  return `/impersonation/${matter_id}`
}

/** The portal's own address behind one of a matter's for staff; any other address as it is. */
export function portalUrlOf(url: string): string {
  return url.replace(address, "/portal")
}

/** The matter for whose client the page at this address would be changed; undefined for every other address. */
export function matterAt(url: string): string | undefined {
  return address.exec(url)?.[1]
}

/** The matter a request came to act in on the client's behalf; undefined where it came to any other address. */
export function impersonatedMatterOf(request: FastifyRequest): string | undefined {
  return matterAt(readableUrl(request.originalUrl))
}

/** Begins in the browser whose session of the console this is. The caller has seen that they may reach the matter. */
export async function startImpersonation(
  tx: Tx,
  { session_id, user_id }: Pick<SessionIdentity, "session_id" | "user_id">,
  matter_id: string,
): Promise<void> {
  await endImpersonation(tx, session_id, matter_id)
  const expires_at = new Date(tx.now.getTime() + impersonationLifetime.idle_s * 1_000)
  await tx.run(sql`
    insert into impersonations (id, session_id, user_id, matter_id, started_at, last_seen_at, expires_at)
    values (${newId("impersonation")}, ${session_id}, ${user_id}, ${matter_id}, ${tx.now}, ${tx.now}, ${expires_at})`)
  await recordAudit(tx, "impersonation_started", { matter_id })
}

/** Ends it, which a trigger writes into the audit log; false where it had ended. */
export async function endImpersonation(tx: Tx, session_id: string, matter_id: string): Promise<boolean> {
  return (
    (await tx.run(sql`
      delete from impersonations where session_id = ${session_id} and matter_id = ${matter_id}`)) > 0
  )
}

/** The statement that proves it and opens firm and matter for the transaction. */
export function proofOfImpersonation(staff_token: string, matter_id: string, now: Date): Sql {
  return sql`select * from authenticate_impersonation(${placeOf(staff_token)}, ${hashToken(staff_token)}, ${matter_id}, ${now})`
}

/** Moves the end of what is in use, at most once a minute. */
export async function extendImpersonation(
  tx: Tx,
  { session_id, last_seen_at }: Pick<SessionIdentity, "session_id" | "last_seen_at">,
): Promise<void> {
  if (tx.now.getTime() - last_seen_at.getTime() < 60_000) return
  const { idle_s, max_s } = impersonationLifetime
  await tx.run(sql`
    update impersonations
       set last_seen_at = ${tx.now},
           expires_at = least(${new Date(tx.now.getTime() + idle_s * 1_000)}, started_at + ${max_s} * interval '1 second')
     where id = ${session_id}`)
}

/** Forgets what ended by itself; each leaves its entry in the audit log. */
export async function removeExpiredImpersonations(tx: Tx): Promise<void> {
  await tx.run(sql`delete from impersonations where expires_at < ${tx.now}`)
}
