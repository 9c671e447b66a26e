// API keys of a firm's software. The key is shown once; only its SHA-256 is stored, so a copy of the database
// opens nothing.

import type { Tx } from "../platform/db/database.ts"
import { type Sql, sql } from "../platform/db/sql.ts"
import { Failure } from "../platform/errors.ts"
import { newId } from "../platform/ids.ts"
import { readFirmPlace } from "../platform/secrets/place.ts"
import { hashToken, newFirmToken, placeOf } from "../platform/secrets/tokens.ts"

export const scopes = [
  "matters:read",
  "matters:write",
  "documents:read",
  "questionnaires:read",
  "events:read",
  "users:read",
  "webhooks:write",
] as const
export type Scope = (typeof scopes)[number]

/** What a route asks of a key; none where it asks for no key. */
export function scopesOf({ scope = [] }: { scope?: Scope | readonly Scope[] }): readonly Scope[] {
  return typeof scope === "string" ? [scope] : scope
}

export interface KeyIdentity {
  firm_id: string
  user_id: string
  key_id: string
  /** With a space between two. */
  scopes: string
  is_suspended: boolean
  /** Within the last minute. */
  is_use_noted: boolean
  /** Null where none was asked for, or there is no such matter. */
  revision: string | null
}

export interface NewKey {
  name: string
  scopes?: readonly Scope[]
  expires_at?: Date
  /** The member of staff on whose behalf the key acts; the one who makes it, unless told otherwise. */
  created_by?: string
}

/** Makes a key and returns it in clear, the only time it can be seen. */
export async function createKey(
  tx: Tx,
  { name, scopes: granted = scopes, expires_at, created_by }: NewKey,
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

/** All keys of the firm, newest first, revoked and expired ones included. */
export function listKeys(tx: Tx): Promise<KeyRow[]> {
  return tx.all(sql`
    select id, name, token_end, scopes, created_at, created_by, expires_at, revoked_at, last_used_at
      from api_keys order by id desc`)
}

/** Ends a key at once and everywhere; false when there is no such live key. */
export async function revokeKey(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.run(
      sql`update api_keys set revoked_at = ${tx.now} where id = ${id} and revoked_at is null`,
    )) === 1
  )
}

/** The key in `Authorization: Token …` (or `Bearer …`); undefined when there is none. */
export function findToken(authorization: string | undefined): string | undefined {
  return /^(?:token|bearer) +(\S+)$/i.exec(authorization ?? "")?.[1]
}

/** What proves a key, and whose revision is asked for at once: that of a list of its firm, or of a matter. */
export interface KeyToProve {
  token: string
  subject: string | null
}

/** The statement that proves a key and opens its firm for the transaction; no row where there is no such live key. */
export function proofOfKey({ token, subject }: KeyToProve, now: Date): Sql {
  return sql`select * from authenticate_key(${placeOf(token)}, ${hashToken(token)}, ${subject}, ${now})`
}

/** The statement that proves keys and opens nothing: a row for each in their order, all null where there is none. */
export function proofOfKeys(requests: readonly KeyToProve[], now: Date): Sql {
  return sql`
    select * from authenticate_keys(${requests.map(({ token }) => placeOf(token))}::text[],
                                    ${requests.map(({ token }) => hashToken(token))}::bytea[],
                                    ${requests.map(({ subject }) => subject)}::text[], ${now})`
}

/** Throws 401 unless the key was found, 403 unless its firm is active and it has every scope that is needed. */
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

/** One of the needed scopes that the key has not; undefined where it has all. */
export function findMissing({ scopes }: KeyIdentity, needed: readonly Scope[]): Scope | undefined {
  const had = scopes.split(" ")
  return needed.find((scope) => !had.includes(scope))
}

/** Remembers, at most once a minute, that a key is in use. */
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
