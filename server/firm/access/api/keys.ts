// API keys for a firm's software. A key is shown once. Only its SHA-256 is stored, so a copy of the database opens nothing.

import type { Tx } from "../../../platform/db/database.ts"
import { type Sql, sql } from "../../../platform/db/sql.ts"
import { Failure } from "../../../platform/errors.ts"
import { newId } from "../../../platform/ids.ts"
import { readFirmPlace } from "../../../platform/secrets/place.ts"
import { hashToken, newFirmToken, placeOf } from "../../../platform/secrets/tokens.ts"

export const scopes = [
  "matters:read",
  "matters:write",
  "documents:read",
  "questionnaires:read",
  "events:read",
  "users:read",
  "webhooks:write",
  "answers:sensitive",
] as const
export type Scope = (typeof scopes)[number]

/** What a key may do unless its creator says otherwise: everything but read sensitive answers in plain text. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== "answers:sensitive")

/** The scopes a route requires; none if it takes no key. */
export function scopesOf({ scope = [] }: { scope?: Scope | readonly Scope[] }): readonly Scope[] {
  return typeof scope === "string" ? [scope] : scope
}

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

export interface NewKey {
  name: string
  scopes?: readonly Scope[]
  expires_at?: Date
  /** The member of staff the key acts for; by default its creator. */
  created_by?: string
}

/** Creates a key and returns it in clear, the only time it is visible. */
export async function createKey(
  tx: Tx,
  { name, scopes: granted = defaultScopes, expires_at, created_by }: NewKey,
): Promise<{ id: string; token: string }> {
  const id = newId("key")
  const token = newFirmToken(await readFirmPlace(tx), "foyer_")
  await tx.run(sql`
    insert into api_keys (id, name, token_hash, token_end, scopes, created_by, created_at, expires_at)
    values (${id}, ${name}, ${hashToken(token)}, ${token.slice(-4)}, ${[...granted]},
            coalesce(${created_by ?? null}, current_actor()), ${tx.now}, ${expires_at ?? null})`)
  return { id, token }
}

export interface KeyRow {
  id: string
  name: string
  token_end: string
  scopes: Scope[]
  created_at: Date
  created_by: string
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

/** All keys of the firm, newest first, including revoked and expired ones. */
export function listKeys(tx: Tx): Promise<KeyRow[]> {
  return tx.all(sql`
    select id, name, token_end, scopes, created_at, created_by, expires_at, revoked_at, last_used_at
      from api_keys order by id desc`)
}

/** Revokes a key at once. Returns false if there is no such live key. */
export async function revokeKey(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.run(
      sql`update api_keys set revoked_at = ${tx.now} where id = ${id} and revoked_at is null`,
    )) === 1
  )
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
export function keysQuery(requests: readonly KeyToVerify[], now: Date): Sql {
  return sql`
    select * from authenticate_keys(${requests.map(({ token }) => placeOf(token))}::text[],
                                    ${requests.map(({ token }) => hashToken(token))}::bytea[],
                                    ${requests.map(({ subject }) => subject)}::text[], ${now})`
}

/** Throws 401 if there is no such key, and 403 if its firm is suspended or it lacks a required scope. */
export function checkKey(
  identity: KeyIdentity | undefined,
  needed: readonly Scope[],
): asserts identity is KeyIdentity {
  if (!identity) throw noKey()
  if (identity.is_suspended)
    throw new Failure(
      "forbidden",
      "firm_suspended",
      "The firm of this key is suspended. Ask the administrator of this service.",
    )
  const missing = findMissing(identity, needed)
  if (missing) {
    throw new Failure(
      "forbidden",
      "scope_missing",
      `This key lacks the scope "${missing}". Create a key that has it.`,
    )
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

/** Records that a key is in use, at most once a minute. */
export async function markKeyUsed(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update api_keys set last_used_at = ${tx.now} where id = ${id}`)
}

export function noKey(): Failure {
  return new Failure(
    "unauthenticated",
    "not_authenticated",
    "Send a live API key in the header Authorization: Token <API_TOKEN>. This one is missing, malformed, unknown, expired or revoked.",
  )
}
