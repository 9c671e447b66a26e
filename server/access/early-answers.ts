// What was sent last and still stands, answered before Fastify: with the same proof by the database, and byte for byte
// as known-answers.ts would. Whatever is not as expected goes on to it, together with what the database said.
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Database } from "../platform/db/database.ts"
import type { App } from "../platform/http/app.ts"
import { namesTag } from "../platform/http/entity-tags.ts"
import type { Remembered, RememberedBytes } from "../platform/http/remembered-bytes.ts"
import { securityHeaders } from "../platform/http/security-headers.ts"
import { placeOf } from "../platform/secrets/tokens.ts"
import { noteUse } from "./key-of-request.ts"
import { findMissing, findToken, type KeyIdentity, type KeyToProve, type Scope } from "./keys.ts"
import type { KeyLimits } from "./rate-limits.ts"

/** An answer, and what a request must prove to get it. */
export interface KnownAnswer extends Remembered {
  subject: string
  scopes: readonly Scope[]
  route: string
}

/** What an answer is remembered under: the firm and the address. */
export function nameOfAnswer(token: string, url: string): string {
  return `${placeOf(token)} ${url}`
}

export interface EarlyAnswerParts {
  db: Database
  limits: KeyLimits
  remembered: RememberedBytes<KnownAnswer>
  proveKey: (key: KeyToProve) => Promise<KeyIdentity>
}

/** Has `app` answer early; gives what was proven of a request that went on. */
export function answerEarly(app: App, { db, limits, remembered, proveKey }: EarlyAnswerParts) {
  const proofs = new WeakMap<IncomingMessage, Promise<KeyIdentity>>()
  const headers = securityHeaders(app.base_url)

  app.early_answer.answer = (request, response) => {
    if (request.method !== "GET" || hasBody(request)) return false
    const token = findToken(request.headers.authorization)
    const last = token && remembered.find(nameOfAnswer(token, request.url ?? ""))
    // A key that is not counted yet, or has no more to ask, is told so where limits are.
    const count = last && limits.findCount(token)
    return count ? answer(request, response, { token, last, count }) : false
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { token, last, count }: { token: string; last: KnownAnswer; count: Count },
  ): Promise<boolean> {
    const started_ms = performance.now()
    const proof = proveKey({ token, subject: last.subject })
    const row = await proof.catch(() => undefined)
    const isProven = row?.firm_id && !row.is_suspended && !findMissing(row, last.scopes)
    // Who is about to end says so with each answer.
    const limit = isProven && row.revision === last.revision && !app.graceful_end.is_ending && count()
    if (!limit) {
      proofs.set(request, proof)
      return false
    }
    noteUse(db, row, app.log)
    const request_id = randomUUID()
    const isKnown = namesTag(request.headers["if-none-match"], last.tag)
    const status = isKnown ? 304 : 200
    response.once("finish", () => {
      const ms = performance.now() - started_ms
      const { url = "" } = request
      for (const listen of app.early_answer.listeners)
        listen({ request_id, method: "GET", url, route: last.route, status, ms })
    })
    response.writeHead(status, {
      "request-id": request_id,
      ...headers,
      ...limit,
      "cache-control": "private, no-cache",
      etag: last.tag,
      vary: "Authorization",
      ...(isKnown ? {} : { "content-type": json, "content-length": last.bytes.length }),
    })
    response.end(isKnown ? undefined : last.bytes)
    return true
  }

  return (request: IncomingMessage) => proofs.get(request)
}

type Count = NonNullable<ReturnType<KeyLimits["findCount"]>>

const json = "application/json; charset=utf-8"

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined
}
