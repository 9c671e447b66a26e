import type { FastifyBaseLogger, FastifyRequest } from "fastify"
import type { Database } from "../platform/db/database.ts"
import {
  checkKey,
  findToken,
  type KeyIdentity,
  type KeyToProve,
  markKeyUsed,
  noKey,
  scopesOf,
} from "./keys.ts"
import type { KeyLimits } from "./rate-limits.ts"

export interface KeyOfRequest extends KeyToProve {
  /** Throws unless what was proven is a live key that may do this. */
  check(row: KeyIdentity | undefined): void
  noteUse(): void
}

/** How the request's key is proven, and that it was used; throws 401 when the request has none. */
export function askForKey(request: FastifyRequest, db: Database, limits: KeyLimits): KeyOfRequest {
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
      if (row) limits.noteProven(request)
      else limits.noteWrong(request)
      checkKey(row, scopes)
      identity = row
      if (request.revised) request.revised.revision = row.revision
    },
    noteUse: () => identity && noteUse(db, identity, request.log),
  }
}

/** Late or lost, this note harms nobody: no answer waits for it. */
export function noteUse(
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
    /** Whether anybody has looked at the key. */
    takesApiKey: boolean
  }
}
