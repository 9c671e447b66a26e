// API keys for a firm's software. A key is shown once. Only its SHA-256 is stored, so a copy of the database opens nothing.

import { sql, type Tx } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { hashToken, newFirmToken } from "../../../platform/secrets/tokens.ts"
import { getFirm } from "../../firms/firms.ts"

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

export interface NewKey {
  name: string
  scopes?: readonly Scope[]
  expires_at?: Date
  /** The member of staff the key acts for; by default its creator. */
  created_by?: string
}

/** Creates a key and returns it in clear, the only time it is visible. Those of test firms begin differently. */
export async function createKey(
  tx: Tx,
  { name, scopes: granted = defaultScopes, expires_at, created_by }: NewKey,
): Promise<{ id: string; token: string }> {
  const id = newId("key")
  const token = await newKeyToken(tx)
  await tx.run(sql`
    insert into api_keys (id, name, token_hash, token_end, scopes, created_by, created_at, expires_at)
    values (${id}, ${name}, ${hashToken(token)}, ${token.slice(-4)}, ${[...granted]},
            coalesce(${created_by ?? null}, current_actor()), ${tx.now}, ${expires_at ?? null})`)
  return { id, token }
}

/** Gives a key another token, which it returns in clear, and another end. */
export async function renewKey(tx: Tx, id: string, expires_at: Date): Promise<string> {
  const token = await newKeyToken(tx)
  await tx.run(sql`
    update api_keys
       set token_hash = ${hashToken(token)}, token_end = ${token.slice(-4)}, expires_at = ${expires_at}
     where id = ${id}`)
  return token
}

async function newKeyToken(tx: Tx): Promise<string> {
  const { place, is_test } = await getFirm(tx)
  return newFirmToken(place, is_test ? "test_" : "foyer_")
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
  /** Of a connected app, where it was allowed; null for a key of the firm's own software. */
  redirect_uri: string | null
}

/** All keys of the firm and its connected apps, newest first, including revoked and expired ones. */
export function listKeys(tx: Tx): Promise<KeyRow[]> {
  return tx.all(sql`
    select k.id, k.name, k.token_end, k.scopes, k.created_at, k.created_by,
           coalesce(c.refresh_expires_at, k.expires_at) as expires_at, k.revoked_at, k.last_used_at, c.redirect_uri
      from api_keys k left join connections c on c.key_id = k.id
     where c.key_id is null or c.family_hash is not null
     order by k.id desc`)
}

/** Revokes a key at once. Returns false if there is no such live key. */
export async function revokeKey(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.run(
      sql`update api_keys set revoked_at = ${tx.now} where id = ${id} and revoked_at is null`,
    )) === 1
  )
}
