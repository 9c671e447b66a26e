// Every answer to a reading carries an `ETag`. Where the route says whose revision its answer hangs on, the database is
// asked for the key and that revision in one statement, and while it stands nothing is read: the reader who knows the
// answer is told so, and anybody else gets the bytes that were sent last (docs/decisions/0040-revisions.md).
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Database, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { askTogether } from "../platform/db/together.ts"
import type { App } from "../platform/http/app.ts"
import { entityTagOf, namesTag } from "../platform/http/entity-tags.ts"
import { openRememberedBytes, type Remembered } from "../platform/http/remembered-bytes.ts"
import { placeOf } from "../platform/secrets/tokens.ts"
import { askForKey } from "./key-of-request.ts"
import { findToken, type ProvenKey, proofOfKeys } from "./keys.ts"
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
interface Reading {
  /** Whose revision: a list of the firm, or a matter. */
  subject: string
  /** What the answer is remembered under. */
  name: string
  /** At which the answer was read, or a little before. */
  revision?: string | null
  expected?: Remembered
}

/** Answers from memory, or with 304, what has not changed, and gives every other answer to a reading its `ETag`. */
export function answerByRevision(app: App, parts: KnownAnswerParts): void {
  const { db, limits, version, check_answers } = parts
  const remembered = openRememberedBytes()
  const proveKey = askTogether((asks: readonly { token: string; subject: string }[]) =>
    db.readOnce<ProvenKey>(proofOfKeys(asks, db.clock())),
  )
  const tagOf = ({ url }: FastifyRequest, revision: string) =>
    entityTagOf(revision, url, version, app.base_url)

  app.decorateRequest("reading", null)
  app.addHook("preHandler", async (request, reply) => {
    const reading = readingOf(request)
    if (!reading) return
    request.reading = reading
    const last = remembered.find(reading.name)
    const known_tags = request.headers["if-none-match"]
    if (!last && known_tags === undefined) return
    const key = askForKey(request, db, limits)
    const { revision, ...identity } = await proveKey({ token: key.token, subject: reading.subject })
    key.check(identity.firm_id === null ? undefined : identity)
    key.noteUse()
    if (revision === null) return
    const { sensitive } = request.routeOptions.config
    const isLast = last?.revision === revision
    if (check_answers && !sensitive) {
      if (isLast) reading.expected = last
      return
    }
    const tag = isLast ? last.tag : tagOf(request, revision)
    // Without bytes only a tag of ours tells that there is an answer: `*` does not.
    if (isLast ? namesTag(known_tags, tag) : known_tags !== "*" && namesTag(known_tags, tag))
      return sendNothing(labelled(request, reply, tag))
    if (isLast)
      return labelled(request, reply, tag)
        .header("Content-Type", "application/json; charset=utf-8")
        .send(last.bytes)
  })

  app.addHook("onSend", (request, reply, payload, done) => {
    const { scope, sensitive } = request.routeOptions.config
    if (!scope || !isRead(request) || reply.statusCode !== 200 || typeof payload !== "string")
      return done(null, payload)
    const { name = "", revision, expected } = request.reading ?? {}
    const bytes = Buffer.from(payload)
    if (expected && expected.revision === revision && !expected.bytes.equals(bytes))
      return done(new Error(`${request.url} has changed, and its revision has not.`))
    const tag = revision ? tagOf(request, revision) : entityTagOf(bytes)
    if (revision && !sensitive) remembered.keep(name, { revision, tag, bytes })
    labelled(request, reply, tag)
    if (!namesTag(request.headers["if-none-match"], tag)) return done(null, payload)
    reply.status(304).removeHeader("Content-Type")
    done(null, null)
  })
}

/** Reads the revision that the request's answer hangs on; to be sent before whatever the answer is made from. */
export async function noteRevision(tx: Tx, { reading }: FastifyRequest): Promise<void> {
  if (!reading) return
  // What is read after the revision is at least as new: it can be forgotten too early, never kept too long.
  const row = await tx.one<{ revision: string | null }>(
    sql`select revision_of(current_firm(), ${reading.subject}) as revision`,
  )
  reading.revision = row.revision
}

export function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD"
}

function readingOf(request: FastifyRequest): Reading | undefined {
  const { scope, revision } = request.routeOptions.config
  if (!scope || !revision || !isRead(request) || request.validationError) return undefined
  const { matter_id = "" } = request.params as { matter_id?: string }
  if (revision === "matter" && !matter_id.startsWith("matter_")) return undefined
  const place = placeOf(findToken(request.headers.authorization) ?? "")
  return { subject: revision === "matter" ? matter_id : revision, name: `${place} ${request.url}` }
}

/** What is sensitive, or holds links that work by themselves, is kept nowhere on its way. */
function labelled(request: FastifyRequest, reply: FastifyReply, tag: string): FastifyReply {
  if (!request.routeOptions.config.sensitive) reply.header("Cache-Control", "private, no-cache")
  return reply.header("ETag", tag).header("Vary", "Authorization")
}

function sendNothing(reply: FastifyReply): FastifyReply {
  return reply.status(304).send()
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whose revision the answer hangs on: a list of the firm, or the matter in the address. */
    revision?: "matters" | "questionnaires" | "events" | "matter"
    /** The answer holds sensitive answers or links: it is neither remembered nor to be stored by anybody. */
    sensitive?: boolean
  }
  interface FastifyRequest {
    /** Set where the answer hangs on a revision. */
    reading: Reading | null
  }
}
