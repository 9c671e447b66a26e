// Staff who edit a matter for its client, in the client's own pages. Each matter has its own URL for this, so it cannot be
// confused with a client signed in on the same browser, or with another matter open in a second tab. The console's session
// identifies the member of staff, so there is no second token to steal or plant.

import type { FastifyRequest } from "fastify"
import { later } from "../../platform/clock.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { readableUrl } from "../../platform/http/requests/readable-url.ts"
import { newId } from "../../platform/ids.ts"
import { hashToken, placeOf } from "../../platform/secrets/tokens.ts"
import { recordAudit } from "../audit/audit.ts"
import { extension_pause_s, type Lifetime, type SessionIdentity } from "./sessions.ts"

/** One hour without use, one working day in total, and never longer than the console session. */
const impersonationLifetime: Lifetime = { idle_s: 3_600, max_s: 8 * 3_600 }

const address = /^\/impersonation\/(matter_[0-9A-F]{32})(?=[/?#]|$)/

/** The staff URL of a matter's portal. */
export function impersonationUrl(matter_id: string): string {
  return `/impersonation/${matter_id}`
}

/** The portal path behind a matter's staff URL; any other path unchanged. */
export function portalUrlOf(url: string): string {
  return url.replace(address, "/portal")
}

/** The matter that a staff URL edits; undefined for any other URL. */
export function matterAt(url: string): string | undefined {
  return address.exec(url)?.[1]
}

/** The matter in which a request acts for the client; undefined if the request used any other URL. */
export function impersonatedMatterOf(request: FastifyRequest): string | undefined {
  return matterAt(readableUrl(request.originalUrl))
}

/** Starts impersonation in the browser of this console session. The caller has checked access to the matter. */
export async function startImpersonation(
  tx: Tx,
  { session_id, user_id }: Pick<SessionIdentity, "session_id" | "user_id">,
  matter_id: string,
): Promise<void> {
  // Of two presses at once, the second ends what the first has begun.
  await tx.run(sql`select from sessions where id = ${session_id} for no key update`)
  await endImpersonation(tx, session_id, matter_id)
  const expires_at = later(tx.now, { seconds: impersonationLifetime.idle_s })
  await tx.run(sql`
    insert into impersonations (id, session_id, user_id, matter_id, started_at, last_seen_at, expires_at)
    values (${newId("impersonation")}, ${session_id}, ${user_id}, ${matter_id}, ${tx.now}, ${tx.now}, ${expires_at})`)
  await recordAudit(tx, "impersonation_started", { matter_id })
}

/** Ends it, which a trigger records in the audit log. Returns false if it had already ended. */
export async function endImpersonation(tx: Tx, session_id: string, matter_id: string): Promise<boolean> {
  return (
    (await tx.run(sql`
      delete from impersonations where session_id = ${session_id} and matter_id = ${matter_id}`)) > 0
  )
}

/**
 * Runs `work` as staff who act for the client in one step, without a session for it: it sees and may write what the client's
 * pages do, and what it changes is marked as done for the client. The caller has checked access to the matter.
 */
export async function asImpersonation<T>(tx: Tx, matter_id: string, work: () => Promise<T>): Promise<T> {
  await tx.one(sql`
    select open_client(current_firm(), ${matter_id}, null), set_config('foyer.impersonation', 'yes', true) as opened`)
  const result = await work()
  await tx.one(sql`
    select set_config('foyer.matter_id', '', true) as matter, set_config('foyer.separate_parts', '', true) as alone,
           set_config('foyer.impersonation', '', true) as opened`)
  return result
}

/** The statement that verifies an impersonation and opens its firm and matter for the transaction. */
export function proofOfImpersonation(staff_token: string, matter_id: string, now: Date): Sql {
  return sql`select * from authenticate_impersonation(${placeOf(staff_token)}, ${hashToken(staff_token)}, ${matter_id}, ${now})`
}

/** Extends an impersonation in use, at most once a minute; one that has ended stays ended, as in `extendSession`. */
export async function extendImpersonation(
  tx: Tx,
  { session_id, last_seen_at }: Pick<SessionIdentity, "session_id" | "last_seen_at">,
): Promise<void> {
  const unused_since = later(tx.now, { seconds: -extension_pause_s })
  if (last_seen_at > unused_since) return
  const { idle_s, max_s } = impersonationLifetime
  await tx.run(sql`
    update impersonations
       set last_seen_at = ${tx.now},
           expires_at = least(${later(tx.now, { seconds: idle_s })}, started_at + ${max_s} * interval '1 second')
     where id = (select id from impersonations
                  where id = ${session_id} and expires_at > ${tx.now} and last_seen_at <= ${unused_since}
                    for no key update skip locked)`)
}

/** Removes expired impersonations; the audit log keeps an entry of each. */
export async function removeExpiredImpersonations(tx: Tx): Promise<void> {
  await tx.run(sql`delete from impersonations where expires_at < ${tx.now}`)
}
