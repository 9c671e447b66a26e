// Sends cached responses before Fastify runs, once the database has verified the key and the revision, byte for byte as
// cached-responses.ts would. Everything else falls through to Fastify, along with the result of the query.
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Database } from "../platform/db/database.ts"
import type { App } from "../platform/http/app.ts"
import { compressFor } from "../platform/http/compression.ts"
import { namesTag } from "../platform/http/entity-tags.ts"
import type { CachedBytes, ResponseCache } from "../platform/http/response-cache.ts"
import { securityHeaders } from "../platform/http/security-headers.ts"
import { placeOf } from "../platform/secrets/tokens.ts"
import { findMissing, findToken, type KeyIdentity, type KeyToVerify, type Scope } from "./keys.ts"
import type { KeyLimits } from "./rate-limits.ts"
import { recordUse } from "./request-key.ts"

/** A cached response, and what a request needs to receive it. */
export interface CachedResponse extends CachedBytes {
  subject: string
  scopes: readonly Scope[]
  route: string
}

/** The cache key of a response: the firm's place and the URL. */
export function cacheKeyOf(place: string, url: string): string {
  return `${place} ${url}`
}

export interface EarlyResponseParts {
  db: Database
  limits: KeyLimits
  remembered: ResponseCache<CachedResponse>
  verifyKey: (key: KeyToVerify) => Promise<KeyIdentity>
}

/** Makes `app` respond early. Returns a lookup for the key verification of a request that fell through. */
export function respondEarly(app: App, { db, limits, remembered, verifyKey }: EarlyResponseParts) {
  const proofs = new WeakMap<IncomingMessage, Promise<KeyIdentity>>()
  const headers = securityHeaders(app.base_url)

  app.early_response.answer = (request, response) => {
    if (request.method !== "GET" || hasBody(request)) return false
    const token = findToken(request.headers.authorization)
    const last = token && remembered.find(cacheKeyOf(placeOf(token), request.url ?? ""))
    // A key that is not counted yet, or has used up its limit, is handled by the rate limiter.
    const count = last && limits.findCount(token)
    return count ? answer(request, response, { token, last, count }) : false
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { token, last, count }: { token: string; last: CachedResponse; count: Count },
  ): Promise<boolean> {
    const started_ms = performance.now()
    const proof = verifyKey({ token, subject: last.subject })
    const row = await proof.catch(() => undefined)
    const isVerified = row?.firm_id && !row.is_suspended && !findMissing(row, last.scopes)
    // A server that is shutting down says so in every response.
    const limit = isVerified && row.revision === last.revision && !app.graceful_shutdown.is_ending && count()
    if (!limit) {
      proofs.set(request, proof)
      return false
    }
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
    })
    response.writeHead(status, {
      "request-id": request_id,
      ...headers,
      ...limit,
      "cache-control": "private, no-cache",
      etag: last.tag,
      vary: "Authorization, Accept-Encoding",
      ...(isKnown ? {} : { "content-type": json }),
      ...(compressed && { "content-encoding": compressed.encoding }),
      ...(isKnown ? {} : { "content-length": bytes.length }),
    })
    response.end(isKnown ? undefined : bytes)
    return true
  }

  return (request: IncomingMessage) => proofs.get(request)
}

type Count = NonNullable<ReturnType<KeyLimits["findCount"]>>

const json = "application/json; charset=utf-8"

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined
}
