// A member of staff allows an app to use the API with some scopes: a connection. Its access token is an API key that is
// renewed by the hour, by a refresh token that works once. Whatever arrives a second time, or from another app, was
// stolen from someone: it ends the connection, because no one can tell who is the thief.

import { createHash } from "node:crypto"
import { later } from "../../../platform/clock.ts"
import type { Database } from "../../../platform/db/database.ts"
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import {
  hashToken,
  newFirmToken,
  newToken,
  placeOf,
  readFirmPlace,
} from "../../../platform/secrets/tokens.ts"
import { recordAudit } from "../../audit/audit.ts"
import { createKey, renewKey, revokeKey, type Scope } from "../api/keys.ts"
import type { RegisteredApp } from "./apps.ts"

const code_s = 60
export const access_token_s = 3_600
/** Without use for so long, it ends. */
const refresh_days = 30

interface Connection {
  key_id: string
  name: string
  scopes: Scope[]
  app_id: string
  redirect_uri: string
  challenge: string
  code_expires_at: Date
  family_hash: Buffer | null
  refresh_hash: Buffer | null
  refresh_expires_at: Date | null
}

/** What a member of staff has agreed to. */
export interface Consent {
  app: RegisteredApp
  redirect_uri: string
  scopes: readonly Scope[]
  challenge: string
}

/** Records the consent of the transaction's actor, and returns the code for the app: nothing works before it is exchanged. */
export async function allowApp(tx: Tx, { app, redirect_uri, scopes, challenge }: Consent): Promise<string> {
  const { id } = await createKey(tx, { name: app.name, scopes, expires_at: tx.now })
  const code = newFirmToken(await readFirmPlace(tx))
  await tx.run(sql`
    insert into connections (key_id, app_id, redirect_uri, challenge, code_hash, code_expires_at)
    values (${id}, ${app.id}, ${redirect_uri}, ${challenge}, ${hashToken(code)}, ${later(tx.now, { seconds: code_s })})`)
  await recordAudit(tx, "app_allowed", {
    record_id: id,
    label: `${app.name} (${new URL(redirect_uri).host})`,
  })
  return code
}

export interface Tokens {
  access_token: string
  refresh_token: string
  scopes: readonly Scope[]
}

export type GrantError = "invalid_grant" | "invalid_scope" | "temporarily_unavailable"

/** Exchanges a code for tokens. */
export function exchangeCode(
  db: Database,
  {
    code,
    client_id,
    redirect_uri,
    verifier,
  }: Record<"code" | "client_id" | "redirect_uri" | "verifier", string>,
): Promise<Tokens | GrantError> {
  return withConnection(db, code, sql`c.code_hash = ${hashToken(code)}`, async (tx, connection) => {
    const isRight =
      connection.family_hash === null &&
      connection.code_expires_at > tx.now &&
      connection.app_id === client_id &&
      ["", connection.redirect_uri].includes(redirect_uri) &&
      createHash("sha256").update(verifier).digest("base64url") === connection.challenge
    if (!isRight) return endConnection(tx, connection)
    return issueTokens(tx, connection, newFirmToken(await readFirmPlace(tx)))
  })
}

/** Exchanges the latest refresh token for new ones, of the same scopes. */
export function refreshTokens(
  db: Database,
  { refresh_token, client_id, scope }: Record<"refresh_token" | "client_id" | "scope", string>,
): Promise<Tokens | GrantError> {
  const family = familyOf(refresh_token)
  return withConnection(db, family, sql`c.family_hash = ${hashToken(family)}`, async (tx, connection) => {
    const { app_id, refresh_hash, refresh_expires_at } = connection
    const isRight =
      app_id === client_id &&
      refresh_hash?.equals(hashToken(refresh_token)) === true &&
      refresh_expires_at !== null &&
      refresh_expires_at > tx.now
    if (!isRight) return endConnection(tx, connection)
    const isWider = scope.split(" ").some((name) => name && !connection.scopes.some((had) => had === name))
    return isWider ? "invalid_scope" : issueTokens(tx, connection, family)
  })
}

/** Ends the connection that any token of it names (RFC 7009). "invalid_grant" if there is none, or another app's. */
export async function endByToken(
  db: Database,
  { token, client_id }: Record<"token" | "client_id", string>,
): Promise<"ended" | GrantError> {
  const found = sql`(c.family_hash = ${hashToken(familyOf(token))} or k.token_hash = ${hashToken(token)})
                    and c.app_id = ${client_id}`
  return withConnection(db, token, found, async (tx, connection) => {
    await endConnection(tx, connection)
    return "ended" as const
  })
}

/** What all refresh tokens of a connection share. */
export const familyOf = (refresh_token: string) => refresh_token.split(".")[0] ?? ""

/**
 * Runs `work` in the firm of a live connection, for whoever allowed it, with the connection locked. While the firm is
 * suspended nothing runs, and the app is not told that its tokens are wrong: it would throw them away.
 */
async function withConnection<T>(
  db: Database,
  token: string,
  found: Sql,
  work: (tx: Tx, connection: Connection) => Promise<T>,
): Promise<T | "invalid_grant" | "temporarily_unavailable"> {
  const owner = await db.forPlatform((tx) =>
    tx.maybe<{ firm_id: string; user_id: string; is_suspended: boolean }>(sql`
      select c.firm_id, k.created_by as user_id, f.suspended_at is not null as is_suspended
        from firms f join connections c on c.firm_id = f.id join api_keys k on k.firm_id = c.firm_id and k.id = c.key_id
        join users u on u.firm_id = k.firm_id and u.id = k.created_by
       where f.place = ${placeOf(token)} and ${found}
         and u.role = 'admin' and u.deactivated_at is null
         -- Whoever is losing the role is waited for; the end of what exists by then is the trigger's.
         for share of u`),
  )
  if (!owner) return "invalid_grant"
  if (owner.is_suspended) return "temporarily_unavailable"
  return db.forFirm(
    owner.firm_id,
    async (tx) => {
      const connection = await tx.maybe<Connection>(sql`
        select c.*, k.name, k.scopes from connections c join api_keys k on k.id = c.key_id
         where ${found} and k.revoked_at is null for update`)
      return connection ? work(tx, connection) : "invalid_grant"
    },
    owner,
  )
}

async function issueTokens(tx: Tx, { key_id, scopes }: Connection, family: string): Promise<Tokens> {
  const access_token = await renewKey(tx, key_id, later(tx.now, { seconds: access_token_s }))
  const refresh_token = `${family}.${newToken()}`
  await tx.run(sql`
    update connections
       set family_hash = ${hashToken(family)}, refresh_hash = ${hashToken(refresh_token)},
           refresh_expires_at = ${later(tx.now, { days: refresh_days })}
     where key_id = ${key_id}`)
  return { access_token, refresh_token, scopes }
}

async function endConnection(tx: Tx, { key_id, name }: Connection): Promise<GrantError> {
  await revokeKey(tx, key_id)
  await recordAudit(tx, "app_ended", {
    record_id: key_id,
    label: `${name} (by the app, or a used code or token)`,
  })
  return "invalid_grant"
}

/** Removes connections that never began, and those that ended as long ago as the request log reaches. */
export async function removeOldConnections(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from api_keys k using connections c
     where c.firm_id = k.firm_id and c.key_id = k.id
       and least(k.revoked_at, coalesce(c.refresh_expires_at, c.code_expires_at))
           < ${tx.now}::timestamptz - make_interval(days => case when c.family_hash is null then 1 else 30 end)`)
}
