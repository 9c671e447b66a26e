// Every response to a GET has an `ETag`. If the route names a revision, the tag is derived from it and the response is
// cached with it, for early-responses.ts to send again while the revision is unchanged
// (docs/decisions/0040-revisions-and-etags.md).
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Database } from "../../../platform/db/database.ts"
import type { App } from "../../../platform/http/app.ts"
import { ignoredHeader } from "../../../platform/http/requests/unknown-parameters.ts"
import { entityTagOf, namesTag } from "../../../platform/http/responses/entity-tags.ts"
import { openResponseCache } from "../../../platform/http/responses/response-cache.ts"
import { encodeJson } from "../../../platform/http/responses/serializers.ts"
import { placeOf } from "../../../platform/secrets/tokens.ts"
import type { RequestLog } from "../../request-log/recording.ts"
import { type CachedResponse, cacheKeyOf, respondEarly, tagHeaders } from "./early-responses.ts"
import { findToken, type KeyToVerify, openKeyVerification, scopesOf } from "./key-verification.ts"
import type { KeyLimits } from "./rate-limits.ts"

export interface CachedResponseParts {
  db: Database
  limits: KeyLimits
  requestLog: RequestLog
  /** The program version: another version may respond differently. */
  version: string
  /** For tests: sends nothing early, and fails if a response differs from the cached one of the same revision. */
  check_responses?: boolean
}

/** A GET whose response depends on a revision. */
interface RevisedRead extends KeyToVerify {
  /** What has the revision: a list of the firm, or a matter. */
  subject: string
  /** The cache key. */
  name: string
  /** Read before the response, so that an entry can be dropped too early but never served too long. */
  revision?: string | null
}

/** Gives every response to a GET an `ETag`, caches those that have a revision, and sends them early while it is unchanged. */
export function cacheByRevision(
  app: App,
  { db, limits, requestLog, version, check_responses }: CachedResponseParts,
): void {
  const cache = openResponseCache<CachedResponse>()
  const verifyKey = openKeyVerification(db)
  const findError = check_responses
    ? undefined
    : respondEarly(app, { db, limits, requestLog, cache, verifyKey })

  app.decorateRequest("revised", null)
  app.addHook("onRequest", (request, _reply, done) => {
    request.revised = revisedReadOf(request)
    done(findError?.(request.raw) as Error | undefined)
  })

  if (check_responses)
    app.addHook("onSend", async (request, reply, payload) => {
      const { revised } = request
      const last = revised?.revision ? cache.find(revised.name) : undefined
      if (!revised || !last || last.shown_to !== undefined || last.revision !== revised.revision) return
      if (reply.statusCode !== 200 || last.bytes.equals(Buffer.from(String(payload)))) return
      // The response may include a change committed during the read; then the revision has moved by now.
      const now = await verifyKey(revised)
      if (now.revision === revised.revision)
        throw new Error(`${request.url} has changed, and its revision has not.`)
    })

  app.addHook("onSend", (request, reply, payload, done) => {
    const { scope, sensitive = false } = request.routeOptions.config
    if (!scope || !isRead(request) || reply.statusCode !== 200 || typeof payload !== "string")
      return done(null, payload)
    const bytes = encodeJson(payload)
    const own = reply.getHeader("etag")
    const tag = keep(request, reply, bytes) ?? (typeof own === "string" ? own : entityTagOf(bytes))
    reply.headers(tagHeaders(tag, sensitive))
    // As bytes, so that the text is encoded only once.
    if (!namesTag(request.headers["if-none-match"], tag)) return done(null, bytes)
    reply.status(304).removeHeader("Content-Type")
    done(null, null)
  })

  /** Caches a response that has a revision, and returns its tag. */
  function keep(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): string | undefined {
    const { revision, name = "", subject = "" } = request.revised ?? {}
    if (!revision) return undefined
    const { config, url: route = "" } = request.routeOptions
    // What a response with sensitive values shows depends on the key's scopes as well.
    const shown_to = config.sensitive ? (request.api_key?.scopes ?? "") : undefined
    const parts = [revision, request.url, version, app.base_url]
    const tag = entityTagOf(...parts, ...(shown_to === undefined ? [] : [shown_to]))
    // The same for every request with this URL, unless it prefers strict handling.
    const ignored = reply.getHeader(ignoredHeader)
    cache.keep(name, {
      revision,
      tag,
      bytes: config.sensitive ? Buffer.alloc(0) : bytes,
      subject,
      scopes: scopesOf(config),
      route,
      ...(shown_to !== undefined && { shown_to }),
      ...(typeof ignored === "string" && { ignored }),
    })
    return tag
  }
}

export function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD"
}

function revisedReadOf(request: FastifyRequest): RevisedRead | null {
  const { scope, revision, beyond_revision } = request.routeOptions.config
  if (!scope || !revision || !isRead(request)) return null
  if (beyond_revision?.some((name) => name in (request.query as object))) return null
  const { matter_id = "" } = request.params as { matter_id?: string }
  if (revision === "matter" && !matter_id.startsWith("matter_")) return null
  const token = findToken(request.headers.authorization) ?? ""
  const name = cacheKeyOf(placeOf(token), request.url)
  return { token, subject: revision === "matter" ? matter_id : revision, name }
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The revision the response depends on: of a list of the firm, or of the matter in the path. */
    revision?: "matters" | "questionnaires" | "events" | "matter"
    /** Query parameters whose responses depend on more than the revision: their `ETag` is computed from the bytes. */
    beyond_revision?: readonly string[]
    /** The response holds sensitive answers or links: neither this process nor any client may cache it. */
    sensitive?: boolean
  }
  interface FastifyRequest {
    /** Set if the response depends on a revision. */
    revised: RevisedRead | null
  }
}
