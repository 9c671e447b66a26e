import type { IncomingHttpHeaders } from "node:http"
import type { FastifyRequest } from "fastify"
import type { TObject } from "typebox"
import type { Tx } from "../../../platform/db/database.ts"
import { Failure } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { requireBodies } from "../../../platform/http/requests/json-bodies.ts"
import { handleUnknownParameters } from "../../../platform/http/requests/unknown-parameters.ts"
import { refuseUnneededBodies } from "../../../platform/http/requests/unneeded-bodies.ts"
import { errorsOf } from "../../../platform/http/responses/documented-errors.ts"
import { responseTo } from "../../../platform/http/responses/problem.ts"
import { openRequestLog, type RequestLog } from "../../request-log/recording.ts"
import { type CachedResponseParts, cacheByRevision, isRead } from "./cached-responses.ts"
import {
  checkKey,
  findMissing,
  findToken,
  type KeyIdentity,
  keyQuery,
  noKey,
  recordUse,
  scopesOf,
} from "./key-verification.ts"
import type { Scope } from "./keys.ts"
import type { KeyLimits } from "./rate-limits.ts"

/**
 * Gives every request `inFirm`: it opens one transaction for the firm of the key in the Authorization header and runs
 * `work` in it. Reads travel in the same round trip as the query that verifies the key.
 */
export function apiAuthentication(app: App, parts: Omit<CachedResponseParts, "requestLog">): void {
  const { db, limits } = parts
  const requestLog = openRequestLog(db, app.log)
  recordRequests(app, requestLog)
  const fixedPaths = new Set<string>()
  app.addHook("onRoute", (route) => {
    if (!route.config?.scope) return
    if (!route.url.includes(":")) fixedPaths.add(route.url)
    // A caller learns that the key is wrong before anything else: validation errors are reported inside inFirm, once
    // the key is verified.
    route.attachValidation = true
    const response = (route.schema?.response ?? {}) as object
    route.schema = { ...route.schema, response: { ...errorsOf(route), ...response } }
    route.errorHandler = async (error, request) => {
      const isTooMany = error instanceof Failure && error.kind === "too_many"
      if (!request.takesApiKey && !isTooMany) await request.inFirm(async () => undefined)
      throw error
    }
  })
  app.addHook("onRequest", (request, reply, done) => {
    const { config, url } = request.routeOptions
    if (!config.scope) return done()
    reply.header("cache-control", "no-store")
    // GET /v1/matters/create is not a matter with that id: the path is known, and only the method is wrong.
    if (url?.includes(":") && fixedPaths.has(pathOf(request.url))) reply.callNotFound()
    else done()
  })
  handleUnknownParameters(app, ({ routeOptions }) => routeOptions.config.scope !== undefined)
  // Nor is a body read before that, because reading and checking one costs more than refusing it.
  app.addHook("preParsing", async (request) => {
    const { config, schema } = request.routeOptions
    if (config.scope && (schema?.body || hasBytes(request.headers)))
      await request.inFirm(async () => undefined)
  })
  requireBodies(app, ({ routeOptions }) => routeOptions.config.scope !== undefined)
  // A route without a scope of its own reads its body itself.
  refuseUnneededBodies(app, ({ routeOptions: { config } }) => scopesOf(config).length > 0)
  cacheByRevision(app, { ...parts, requestLog })
  app.decorateRequest("takesApiKey", false)
  app.decorateRequest("api_key", null)
  app.decorateRequest("keyId", function (this: FastifyRequest) {
    if (!this.api_key) throw noKey()
    return this.api_key.key_id
  })
  app.decorateRequest("hasScope", function (this: FastifyRequest, scope: Scope) {
    return this.api_key !== null && findMissing(this.api_key, [scope]) === undefined
  })
  app.decorateRequest("inFirm", async function <
    T,
  >(this: FastifyRequest, work: (tx: Tx) => Promise<T>, { atOnce = false } = {}): Promise<T> {
    const key = requestKey(this, limits)
    let identity: KeyIdentity | undefined
    const result = await db.forBearer<KeyIdentity, T>(
      keyQuery(key, db.clock()),
      (row) => {
        identity = key.check(row)
      },
      async (tx) => {
        if (this.validationError) throw this.validationError
        return work(tx)
      },
      { eager: isRead(this), atOnce },
    )
    if (identity) recordUse(db, identity, this.log)
    return result
  })
}

/** Fetch sends a length of 0 with a POST that has no body. */
function hasBytes(headers: IncomingHttpHeaders): boolean {
  return Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined
}

/** Records every request whose key is known, also if it may not do what it asks for. */
function recordRequests(app: App, log: RequestLog): void {
  app.decorateRequest("caller", null)
  app.decorateRequest("fault_codes", null)
  app.addHook("onError", (request, _reply, error, done) => {
    if (!request.routeOptions.config.scope) return done()
    const { code, errors = [] } = responseTo(error)
    const { querystring, body } = (request.routeOptions.schema ?? {}) as Record<string, TObject | undefined>
    const known = { ...querystring?.properties, ...body?.properties }
    // The name of an unknown field is a part of the contents, which the log does not keep.
    const faults = errors.map((fault) =>
      Object.hasOwn(known, fault.param) ? `${fault.param} ${fault.code}` : fault.code,
    )
    request.fault_codes = [...new Set([code, ...faults])]
    done()
  })
  app.addHook("onResponse", ({ caller, id, method, routeOptions, fault_codes }, reply, done) => {
    const { statusCode: status, elapsedTime: ms } = reply
    const { url: route = "" } = routeOptions
    if (caller) log.add({ ...caller, request_id: id, method, route, status, codes: fault_codes ?? [], ms })
    done()
  })
  app.addHook("onClose", () => log.close())
}

/** The key of a request, to be verified. Throws 401 if there is none. */
function requestKey(request: FastifyRequest, limits: KeyLimits) {
  const { config, url } = request.routeOptions
  if (config.scope === undefined) throw new Error(`${url} names no scope`)
  const scopes = scopesOf(config)
  request.takesApiKey = true
  const token = findToken(request.headers.authorization)
  if (token === undefined) throw noKey()
  return {
    token,
    subject: request.revised?.subject ?? null,
    /** Throws unless the key is live and has the required scopes. */
    check(row: KeyIdentity | undefined): KeyIdentity {
      if (row) request.caller = { firm_id: row.firm_id, key_id: row.key_id }
      if (row) limits.recordVerified(request)
      else limits.recordWrong(request)
      checkKey(row, scopes)
      request.api_key = row
      if (request.revised) request.revised.revision = row.revision
      return row
    },
  }
}

function pathOf(url: string): string {
  return (url.split("?")[0] ?? "").replace(/\/$/, "")
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The scope a key needs for this route; all of them if there are several, any live key if there is none. */
    scope?: Scope | readonly Scope[]
  }
  interface FastifyRequest {
    /** Whether the key of this request has been read. */
    takesApiKey: boolean
    /** Whose key this is, known also if it lacks a scope. */
    caller: Pick<KeyIdentity, "firm_id" | "key_id"> | null
    /** Set once the request is refused. */
    fault_codes: readonly string[] | null
    /** The verified key; null before that, also while a read is sent along with its verification. */
    api_key: Pick<KeyIdentity, "key_id" | "scopes"> | null
    /** The id of the verified key; throws 401 before that. */
    keyId(): string
    /** Whether the verified key has the scope; false before that. */
    hasScope(scope: Scope): boolean
  }
}
