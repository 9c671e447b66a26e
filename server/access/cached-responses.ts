// Every response to a GET has an `ETag`. If the route names a revision, one statement verifies the key and reads that
// revision. While it is unchanged, nothing else is read: a caller that sends the ETag gets 304, any other gets the cached
// bytes (docs/decisions/0040-revisions-and-etags.md).
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Database } from "../platform/db/database.ts"
import type { App } from "../platform/http/app.ts"
import { entityTagOf, isAnyTag, namesTag } from "../platform/http/entity-tags.ts"
import { openResponseCache } from "../platform/http/response-cache.ts"
import { encodeJson } from "../platform/http/serializers.ts"
import { placeOf } from "../platform/secrets/tokens.ts"
import { type CachedResponse, cacheKeyOf, respondEarly } from "./early-responses.ts"
import { openKeyVerification } from "./key-verification.ts"
import { findToken, scopesOf } from "./keys.ts"
import type { KeyLimits } from "./rate-limits.ts"
import { requestKey } from "./request-key.ts"

export interface CachedResponseParts {
  db: Database
  limits: KeyLimits
  /** The program version: another version may respond differently. */
  version: string
  /** For tests: reads in full as well, and fails if the result differs from the cached bytes. */
  check_responses?: boolean
}

/** A GET whose response depends on a revision. */
interface RevisedRead {
  /** What has the revision: a list of the firm, or a matter. */
  subject: string
  /** The cache key. */
  name: string
  /** The place of the firm, as the key claims it. */
  firm: string
  /** Read before the response, so that an entry can be dropped too early but never served too long. */
  revision?: string | null
  /** In tests: the cached response, and a query for whether its revision is current. */
  expected?: { last: CachedResponse; askRevision: () => Promise<string | null> }
}

/** Sends unchanged responses from the cache or as 304, and gives every other response to a GET an `ETag`. */
export function cacheByRevision(app: App, parts: CachedResponseParts): void {
  const { db, limits, version, check_responses } = parts
  const remembered = openResponseCache<CachedResponse>()
  const verifyKey = openKeyVerification(db)
  const findProof = check_responses ? undefined : respondEarly(app, { db, limits, remembered, verifyKey })
  // What a response with sensitive values shows depends on the key's scopes as well.
  const tagOf = ({ url, routeOptions }: FastifyRequest, revision: string, scopes = "") =>
    entityTagOf(revision, url, version, app.base_url, ...(routeOptions.config.sensitive ? [scopes] : []))

  app.decorateRequest("revised", null)
  // Before validation: a URL that got a response once was valid, and needs neither checks nor a handler.
  app.addHook("onRequest", (request, reply, done) => {
    const revised = revisedReadOf(request)
    if (!revised) return done()
    request.revised = revised
    const last = remembered.find(revised.name)
    if (last || request.headers["if-none-match"] !== undefined)
      sendCached(request, reply, revised, last).then((isSent) => isSent || done(), done)
    else done()
  })

  /** Resolves to whether it responds. */
  async function sendCached(
    request: FastifyRequest,
    reply: FastifyReply,
    revised: RevisedRead,
    last: CachedResponse | undefined,
  ): Promise<boolean> {
    const key = requestKey(request, db, limits)
    const row = await (findProof?.(request.raw) ?? verifyKey(key))
    // Errors are reported where the key is normally verified, because the firm may have moved to another server.
    if (row.firm_id === null || row.is_suspended) return false
    key.check(row)
    key.recordUse()
    const { revision } = row
    if (revision === null) return false
    const isLast = last?.revision === revision
    if (check_responses && !request.routeOptions.config.sensitive) {
      if (isLast) revised.expected = { last, askRevision: async () => (await verifyKey(key)).revision }
      return false
    }
    const known_tags = request.headers["if-none-match"]
    const tag = isLast ? last.tag : tagOf(request, revision, row.scopes)
    // A caller that names our tag has seen the response before; `*` does not prove that.
    if (namesTag(known_tags, tag) && (isLast || !isAnyTag(known_tags)))
      withCacheHeaders(request, reply, tag).status(304).send()
    else if (isLast)
      withCacheHeaders(request, reply, tag)
        .header("content-type", "application/json; charset=utf-8")
        .send(last.bytes)
    else return false
    return true
  }

  if (check_responses)
    app.addHook("onSend", async (request, reply, payload) => {
      const { revision, expected } = request.revised ?? {}
      if (!expected || reply.statusCode !== 200 || expected.last.revision !== revision) return
      const isSame = typeof payload === "string" && expected.last.bytes.equals(Buffer.from(payload))
      // The response may include a change committed during the read; then the revision has moved by now.
      if (!isSame && (await expected.askRevision()) === revision)
        throw new Error(`${request.url} has changed, and its revision has not.`)
    })

  app.addHook("onSend", (request, reply, payload, done) => {
    const { scope, sensitive } = request.routeOptions.config
    if (!scope || !isRead(request) || reply.statusCode !== 200 || typeof payload !== "string")
      return done(null, payload)
    const { name = "", revision } = request.revised ?? {}
    const bytes = encodeJson(payload)
    const tag = revision ? tagOf(request, revision, request.api_key?.scopes) : entityTagOf(bytes)
    if (revision && !sensitive) {
      const { subject = "" } = request.revised ?? {}
      const { url: route = "" } = request.routeOptions
      remembered.keep(name, {
        revision,
        tag,
        bytes,
        subject,
        scopes: scopesOf(request.routeOptions.config),
        route,
      })
    }
    withCacheHeaders(request, reply, tag)
    // As bytes, so that the text is encoded only once.
    if (!namesTag(request.headers["if-none-match"], tag)) return done(null, bytes)
    reply.status(304).removeHeader("Content-Type")
    done(null, null)
  })
}

export function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD"
}

function revisedReadOf(request: FastifyRequest): RevisedRead | undefined {
  const { scope, revision, beyond_revision } = request.routeOptions.config
  if (!scope || !revision || !isRead(request)) return undefined
  if (beyond_revision?.some((name) => name in (request.query as object))) return undefined
  const { matter_id = "" } = request.params as { matter_id?: string }
  if (revision === "matter" && !matter_id.startsWith("matter_")) return undefined
  const firm = placeOf(findToken(request.headers.authorization) ?? "")
  const subject = revision === "matter" ? matter_id : revision
  return { subject, name: cacheKeyOf(firm, request.url), firm }
}

/** Adds the cache headers. Responses with sensitive values or working links may not be stored anywhere. */
function withCacheHeaders(request: FastifyRequest, reply: FastifyReply, tag: string): FastifyReply {
  if (!request.routeOptions.config.sensitive) reply.header("cache-control", "private, no-cache")
  return reply.header("etag", tag).header("vary", "Authorization, Accept-Encoding")
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
