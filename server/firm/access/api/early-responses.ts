// The response cache. It stands before Fastify: while the database confirms the key and the revision, the cached bytes are
// sent again, or 304, in the headers that Fastify would send. Every other request enters Fastify, and cached-responses.ts
// keeps its response on the way out.
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Database } from "../../../platform/db/database.ts"
import type { App } from "../../../platform/http/app.ts"
import { ignoredHeader } from "../../../platform/http/requests/unknown-parameters.ts"
import { compressFor } from "../../../platform/http/responses/compression.ts"
import { namesTag } from "../../../platform/http/responses/entity-tags.ts"
import { everyHeader } from "../../../platform/http/responses/every-header.ts"
import type { CachedBytes, ResponseCache } from "../../../platform/http/responses/response-cache.ts"
import { placeOf } from "../../../platform/secrets/tokens.ts"
import type { RequestLog } from "../../request-log/recording.ts"
import { findMissing, findToken, type KeyIdentity, type KeyToVerify, recordUse } from "./key-verification.ts"
import type { Scope } from "./keys.ts"
import type { KeyLimits } from "./rate-limits.ts"

/** A cached response, and what a request needs to receive it. */
export interface CachedResponse extends CachedBytes {
  subject: string
  scopes: readonly Scope[]
  route: string
  /** Set if the response may hold sensitive values: the scopes of the key that got it. Its bytes are not kept. */
  shown_to?: string
  /** The header that names the parameters the response ignores, if it does. */
  ignored?: string
}

/** The cache key of a response: the firm's place and the URL. */
export function cacheKeyOf(place: string, url: string): string {
  return `${place} ${url}`
}

/** The headers of a response with this `ETag`. Those that may hold sensitive values or links may not be stored anywhere. */
export function tagHeaders(tag: string, isSensitive: boolean): Record<string, string> {
  return {
    "cache-control": isSensitive ? "no-store" : "private, no-cache",
    etag: tag,
    vary: "Authorization, Accept-Encoding",
  }
}

export interface EarlyResponseParts {
  db: Database
  limits: KeyLimits
  requestLog: RequestLog
  cache: ResponseCache<CachedResponse>
  verifyKey: (key: KeyToVerify) => Promise<KeyIdentity>
}

/**
 * Makes `app` respond early. Returns a lookup for the error of a request whose key could not be verified, so that an
 * unavailable database is waited for once.
 */
export function respondEarly(app: App, { db, limits, requestLog, cache, verifyKey }: EarlyResponseParts) {
  const errors = new WeakMap<IncomingMessage, unknown>()

  app.early_response.respond = (request, response) => {
    if (request.method !== "GET" || hasBody(request) || request.headers.prefer !== undefined) return false
    const token = findToken(request.headers.authorization)
    const last = token && cache.find(cacheKeyOf(placeOf(token), request.url ?? ""))
    if (!last || (last.shown_to !== undefined && !namesTag(request.headers["if-none-match"], last.tag)))
      return false
    // A key that is not counted yet, or has used up its limit, is handled by the rate limiter.
    const count = limits.findCount(token)
    return count ? sendCached(request, response, { token, last, count }) : false
  }

  async function sendCached(
    request: IncomingMessage,
    response: ServerResponse,
    { token, last, count }: { token: string; last: CachedResponse; count: Count },
  ) {
    const started_ms = performance.now()
    const row = await verifyKey({ token, subject: last.subject }).catch((error: unknown) => {
      errors.set(request, error)
      return undefined
    })
    const isCurrent =
      row?.firm_id &&
      !row.is_suspended &&
      !findMissing(row, last.scopes) &&
      row.revision === last.revision &&
      (last.shown_to ?? row.scopes) === row.scopes
    // A server that is shutting down says so in every response.
    const limit = isCurrent && !app.graceful_shutdown.is_ending && count()
    if (!limit) return undefined
    recordUse(db, row, app.log)
    const request_id = randomUUID()
    const isKnown = namesTag(request.headers["if-none-match"], last.tag)
    const status = isKnown ? 304 : 200
    const compressing = isKnown ? undefined : compressFor(request.headers, last.bytes)
    const compressed = compressing && (await compressing)
    const bytes = compressed?.bytes ?? last.bytes
    response.once("finish", () => {
      const ms = performance.now() - started_ms
      const { url = "" } = request
      for (const listen of app.early_response.listeners)
        listen({ request_id, method: "GET", url, route: last.route, status, ms })
      const { firm_id, key_id } = row
      requestLog.add({ firm_id, key_id, request_id, method: "GET", route: last.route, status, codes: [], ms })
    })
    response.writeHead(status, {
      ...everyHeader(app.base_url, request_id),
      ...limit,
      ...tagHeaders(last.tag, last.shown_to !== undefined),
      ...(last.ignored !== undefined && { [ignoredHeader]: last.ignored }),
      ...(isKnown ? {} : { "content-type": json }),
      ...(compressed && { "content-encoding": compressed.encoding }),
      ...(isKnown ? {} : { "content-length": bytes.length }),
    })
    response.end(isKnown ? undefined : bytes)
    return { request_id, route: last.route, status }
  }

  return (request: IncomingMessage) => errors.get(request)
}

type Count = NonNullable<ReturnType<KeyLimits["findCount"]>>

const json = "application/json; charset=utf-8"

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined
}
