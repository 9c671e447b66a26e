import type { FastifyBaseLogger, FastifyRequest } from "fastify"
import type { Database } from "../../../platform/db/database.ts"
import {
  checkKey,
  findToken,
  type KeyIdentity,
  type KeyToVerify,
  markKeyUsed,
  noKey,
  type Scope,
  scopesOf,
} from "./keys.ts"
import type { KeyLimits } from "./rate-limits.ts"

export interface RequestKey extends KeyToVerify {
  /** Throws unless the key is live and has the required scopes. */
  check(row: KeyIdentity | undefined): void
  recordUse(): void
}

/** How to verify the key of a request and record its use. Throws 401 if the request has no key. */
export function requestKey(request: FastifyRequest, db: Database, limits: KeyLimits): RequestKey {
  const scopes = scopesOf(request.routeOptions.config)
  if (scopes.length === 0) throw new Error(`${request.routeOptions.url} names no scope`)
  request.takesApiKey = true
  const token = findToken(request.headers.authorization)
  if (token === undefined) throw noKey()
  let identity: KeyIdentity | undefined
  return {
    token,
    subject: request.revised?.subject ?? null,
    check(row) {
      if (row) limits.recordVerified(request)
      else limits.recordWrong(request)
      checkKey(row, scopes)
      identity = row
      request.api_key = row
      if (request.revised) request.revised.revision = row.revision
    },
    recordUse: () => identity && recordUse(db, identity, request.log),
  }
}

/** No response waits for this, and losing it does no harm. */
export function recordUse(
  db: Database,
  { firm_id, key_id, is_use_noted }: KeyIdentity,
  log: FastifyBaseLogger,
): void {
  if (is_use_noted) return
  db.forFirm(firm_id, (tx) => markKeyUsed(tx, key_id)).catch((error: unknown) =>
    log.warn({ err: error }, "key use not noted"),
  )
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whether the key of this request has been read. */
    takesApiKey: boolean
    /** The verified key; null before that, also while a read is sent along with its verification. */
    api_key: Pick<KeyIdentity, "key_id" | "scopes"> | null
    /** The id of the verified key; throws 401 before that. */
    keyId(): string
    /** Whether the verified key has the scope; false before that. */
    hasScope(scope: Scope): boolean
  }
}
