import type { FastifyRequest } from "fastify"
import type { Database, Tx } from "../platform/db/database.ts"
import type { Sql } from "../platform/db/sql.ts"
import { Failure } from "../platform/errors.ts"
import type { App } from "../platform/http/app.ts"
import { checkKey, findToken, type KeyIdentity, markKeyUsed, noKey, proofOfKey, type Scope } from "./keys.ts"
import type { KeyLimits } from "./rate-limits.ts"

/**
 * Gives every request `inFirm`: the key in its Authorization header opens one transaction for its firm, and
 * `work` runs in it. Reads travel together with the proof of the key, in one round trip.
 */
export function apiAuthentication(app: App, db: Database, limits: KeyLimits): void {
  const fixedPaths = new Set<string>()
  app.addHook("onRoute", (route) => {
    if (!route.config?.scope) return
    if (!route.url.includes(":")) fixedPaths.add(route.url)
    // A stranger learns that the key is wrong before learning what else is: faults of the input are reported inside
    // inFirm, once the key has been proven.
    route.attachValidation = true
    route.errorHandler = async (error, request) => {
      const isTooMany = error instanceof Failure && error.kind === "too_many"
      if (!request.askedForKey && !isTooMany) await request.inFirm(async () => undefined)
      throw error
    }
  })
  app.addHook("onRequest", async (request, reply) => {
    const { config, url } = request.routeOptions
    if (!config.scope) return
    reply.header("Cache-Control", "no-store")
    // GET /v1/matters/create asks for no matter of that id: the address is known, and has another method.
    if (url?.includes(":") && fixedPaths.has(pathOf(request.url))) return reply.callNotFound()
  })
  app.decorateRequest("askedForKey", false)
  app.decorateRequest("inFirm", async function <
    T,
  >(this: FastifyRequest, work: (tx: Tx) => Promise<T>, { atOnce = false } = {}): Promise<T> {
    const key = askForKey(this, db, limits)
    const isRead = this.method === "GET" || this.method === "HEAD"
    const result = await db.forBearer<KeyIdentity, T>(
      key.proof,
      key.check,
      async (tx) => {
        if (this.validationError) throw this.validationError
        return work(tx)
      },
      { eager: isRead, atOnce },
    )
    key.noteUse()
    return result
  })
  app.decorateRequest("readInFirm", async function <Row>(this: FastifyRequest, reading: Sql): Promise<{
    [Name in keyof Row]: Row[Name] | null
  }> {
    const key = askForKey(this, db, limits)
    const row = await db.readForBearer<KeyIdentity, Row>(key.proof, key.check, reading)
    key.noteUse()
    if (this.validationError) throw this.validationError
    return row
  })
}

/** How the request's key is proven, and that it was used; throws 401 when the request has none. */
function askForKey(request: FastifyRequest, db: Database, limits: KeyLimits) {
  const { scope } = request.routeOptions.config
  if (!scope) throw new Error(`${request.routeOptions.url} names no scope`)
  request.askedForKey = true
  const token = findToken(request.headers.authorization)
  if (token === undefined) throw noKey()
  let identity: KeyIdentity | undefined
  return {
    proof: proofOfKey(token, db.clock()),
    check: (row: KeyIdentity | undefined) => {
      if (row) limits.noteProven(request)
      else limits.noteWrong(request)
      checkKey(row, scope)
      identity = row
    },
    // Late or lost, this note harms nobody: the answer does not wait for it.
    noteUse: () => {
      if (identity)
        noteUse(db, identity).catch((error: unknown) => request.log.warn({ err: error }, "key use not noted"))
    },
  }
}

function pathOf(url: string): string {
  return (url.split("?")[0] ?? "").replace(/\/$/, "")
}

async function noteUse(db: Database, { firm_id, key_id, last_used_at }: KeyIdentity): Promise<void> {
  if (last_used_at && db.clock().getTime() - last_used_at.getTime() < 60_000) return
  await db.forFirm(firm_id, (tx) => markKeyUsed(tx, key_id))
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a key must be allowed to do here. */
    scope?: Scope
  }
  interface FastifyRequest {
    /** Whether `inFirm` has looked at the key. */
    askedForKey: boolean
  }
}
