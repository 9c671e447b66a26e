// Every answer to a reading carries an `ETag`. Where the route says whose revision its answer hangs on, the database is
// asked for the key and that revision in one statement, and while it stands nothing is read: the reader who knows the
// answer is told so, and anybody else gets the bytes that were sent last (docs/decisions/0040-revisions-and-etags.md).
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Database } from "../platform/db/database.ts"
import type { App } from "../platform/http/app.ts"
import { entityTagOf, isAnyTag, namesTag } from "../platform/http/entity-tags.ts"
import { openRememberedBytes } from "../platform/http/remembered-bytes.ts"
import { answerEarly, type KnownAnswer, nameOfAnswer } from "./early-answers.ts"
import { askForKey } from "./key-of-request.ts"
import { findToken, scopesOf } from "./keys.ts"
import { openProving } from "./proving-together.ts"
import type { KeyLimits } from "./rate-limits.ts"

export interface KnownAnswerParts {
  db: Database
  limits: KeyLimits
  /** Of the program: another may answer otherwise. */
  version: string
  /** Reads in full all the same, and refuses to send what is not what was remembered: for tests. */
  check_answers?: boolean
}

/** A reading whose answer hangs on a revision. */
interface RevisedRead {
  /** Whose revision: a list of the firm, or a matter. */
  subject: string
  /** What the answer is remembered under. */
  name: string
  /** Read before the answer, which is at least as new: it can be forgotten too early, never kept too long. */
  revision?: string | null
  /** In tests, what would have been sent from memory, and the question whether its revision stands. */
  expected?: { last: KnownAnswer; askRevision: () => Promise<string | null> }
}

/** Answers from memory, or with 304, what has not changed, and gives every other answer to a reading its `ETag`. */
export function answerByRevision(app: App, parts: KnownAnswerParts): void {
  const { db, limits, version, check_answers } = parts
  const remembered = openRememberedBytes<KnownAnswer>()
  const proveKey = openProving(db)
  const findProof = check_answers ? undefined : answerEarly(app, { db, limits, remembered, proveKey })
  const tagOf = ({ url }: FastifyRequest, revision: string) =>
    entityTagOf(revision, url, version, app.base_url)

  app.decorateRequest("revised", null)
  // Before its checks: what was answered once at this address had no fault, and needs neither checks nor a handler.
  app.addHook("onRequest", (request, reply, done) => {
    const revised = revisedReadOf(request)
    if (!revised) return done()
    request.revised = revised
    const last = remembered.find(revised.name)
    if (last || request.headers["if-none-match"] !== undefined)
      answerKnown(request, reply, revised, last).then(() => done(), done)
    else done()
  })

  async function answerKnown(
    request: FastifyRequest,
    reply: FastifyReply,
    revised: RevisedRead,
    last: KnownAnswer | undefined,
  ): Promise<void> {
    const key = askForKey(request, db, limits)
    const row = await (findProof?.(request.raw) ?? proveKey(key))
    // What is wrong is said where the key is proven as ever: the firm may have moved to another server, too.
    if (row.firm_id === null || row.is_suspended) return
    key.check(row)
    key.noteUse()
    const { revision } = row
    if (revision === null) return
    const isLast = last?.revision === revision
    if (check_answers && !request.routeOptions.config.sensitive) {
      if (isLast) revised.expected = { last, askRevision: async () => (await proveKey(key)).revision }
      return
    }
    const known_tags = request.headers["if-none-match"]
    const tag = isLast ? last.tag : tagOf(request, revision)
    // That a tag of ours is named tells that there is an answer; `*` does not.
    if (namesTag(known_tags, tag) && (isLast || !isAnyTag(known_tags)))
      labelled(request, reply, tag).status(304).send()
    else if (isLast)
      labelled(request, reply, tag).header("content-type", "application/json; charset=utf-8").send(last.bytes)
  }

  if (check_answers)
    app.addHook("onSend", async (request, reply, payload) => {
      const { revision, expected } = request.revised ?? {}
      if (!expected || reply.statusCode !== 200 || expected.last.revision !== revision) return
      const isSame = typeof payload === "string" && expected.last.bytes.equals(Buffer.from(payload))
      // What was committed while this was read may be in it already: then the revision has moved by now.
      if (!isSame && (await expected.askRevision()) === revision)
        throw new Error(`${request.url} has changed, and its revision has not.`)
    })

  app.addHook("onSend", (request, reply, payload, done) => {
    const { scope, sensitive } = request.routeOptions.config
    if (!scope || !isRead(request) || reply.statusCode !== 200 || typeof payload !== "string")
      return done(null, payload)
    const { name = "", revision } = request.revised ?? {}
    const bytes = Buffer.from(payload)
    const tag = revision ? tagOf(request, revision) : entityTagOf(bytes)
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
    labelled(request, reply, tag)
    // As bytes: they are turned into them once.
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
  const name = nameOfAnswer(findToken(request.headers.authorization) ?? "", request.url)
  return { subject: revision === "matter" ? matter_id : revision, name }
}

/** What is sensitive, or holds links that work by themselves, is kept nowhere on its way. */
function labelled(request: FastifyRequest, reply: FastifyReply, tag: string): FastifyReply {
  if (!request.routeOptions.config.sensitive) reply.header("cache-control", "private, no-cache")
  return reply.header("etag", tag).header("vary", "Authorization")
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whose revision the answer hangs on: a list of the firm, or the matter in the address. */
    revision?: "matters" | "questionnaires" | "events" | "matter"
    /** Parameters whose answers hang on more than it: their `ETag` is made of the bytes. */
    beyond_revision?: readonly string[]
    /** The answer holds sensitive answers or links: it is neither remembered nor to be stored by anybody. */
    sensitive?: boolean
  }
  interface FastifyRequest {
    /** Set where the answer hangs on a revision. */
    revised: RevisedRead | null
  }
}
