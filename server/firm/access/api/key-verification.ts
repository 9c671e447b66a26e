// Who a key belongs to, and what it may do.
import type { FastifyBaseLogger } from "fastify"
import { batchQueries } from "../../../platform/db/connections/batch-queries.ts"
import type { Database } from "../../../platform/db/database.ts"
import { type Sql, sql } from "../../../platform/db/sql.ts"
import { Failure, forbidden } from "../../../platform/errors.ts"
import { hashToken, placeOf } from "../../../platform/secrets/tokens.ts"
import type { Scope } from "./keys.ts"

export interface KeyIdentity {
  firm_id: string
  user_id: string
  key_id: string
  /** Separated by spaces. */
  scopes: string
  is_suspended: boolean
  /** Whether its use was recorded within the last minute. */
  is_use_noted: boolean
  /** Null if none was requested, or there is no such matter. */
  revision: string | null
}

/** The scopes a route requires; none if it takes no key. */
export function scopesOf({ scope = [] }: { scope?: Scope | readonly Scope[] }): readonly Scope[] {
  return typeof scope === "string" ? [scope] : scope
}

/** The key in `Authorization: Token …` or `Bearer …`; undefined if there is none. */
export function findToken(authorization: string | undefined): string | undefined {
  return /^(?:token|bearer) +(\S+)$/i.exec(authorization ?? "")?.[1]
}

/** A key to verify, and the list or matter whose revision to read in the same statement. */
export interface KeyToVerify {
  token: string
  subject: string | null
}

/** The statement that verifies a key and opens its firm for the transaction. Returns no row if there is no such live key. */
export function keyQuery({ token, subject }: KeyToVerify, now: Date): Sql {
  return sql`select * from authenticate_key(${placeOf(token)}, ${hashToken(token)}, ${subject}, ${now})`
}

/** The statement that verifies keys and opens nothing: one row per key, in order, all null if there is no such key. */
function keysQuery(requests: readonly KeyToVerify[], now: Date): Sql {
  return sql`
    select * from authenticate_keys(${requests.map(({ token }) => placeOf(token))}::text[],
                                    ${requests.map(({ token }) => hashToken(token))}::bytea[],
                                    ${requests.map(({ subject }) => subject)}::text[], ${now})`
}

/** Verifies keys. Concurrent requests share one statement. */
export function openKeyVerification(db: Database): (key: KeyToVerify) => Promise<KeyIdentity> {
  return batchQueries(
    (keys: readonly KeyToVerify[]) => db.readOnce<KeyIdentity>(keysQuery(keys, db.clock())),
    ({ token, subject }) => `${token} ${subject}`,
  )
}

/** Throws 401 if there is no such key, and 403 if its firm is suspended or it lacks a required scope. */
export function checkKey(
  identity: KeyIdentity | undefined,
  needed: readonly Scope[],
): asserts identity is KeyIdentity {
  if (!identity) throw noKey()
  if (identity.is_suspended)
    throw forbidden(
      "firm_suspended",
      "The firm of this key is suspended. Ask the administrator of this service.",
    )
  const missing = findMissing(identity, needed)
  if (missing) {
    throw forbidden("scope_missing", `This key lacks the scope "${missing}". Create a key that has it.`)
  }
}

/** A required scope that the key lacks; undefined if it has all of them. */
export function findMissing(
  { scopes }: Pick<KeyIdentity, "scopes">,
  needed: readonly Scope[],
): Scope | undefined {
  const had = scopes.split(" ")
  return needed.find((scope) => !had.includes(scope))
}

/** Records that a key is in use, at most once a minute. No response waits for this, and losing it does no harm. */
export function recordUse(
  db: Database,
  { firm_id, key_id, is_use_noted }: KeyIdentity,
  log: FastifyBaseLogger,
): void {
  if (is_use_noted) return
  db.forFirm(firm_id, (tx) =>
    tx.run(sql`update api_keys set last_used_at = ${tx.now} where id = ${key_id}`),
  ).catch((error: unknown) => log.warn({ err: error }, "key use not noted"))
}

export function noKey(): Failure {
  return new Failure(
    "unauthenticated",
    "not_authenticated",
    "Send a live API key in the header Authorization: Token <API_TOKEN>. This one is missing, malformed, unknown, expired or revoked.",
  )
}
