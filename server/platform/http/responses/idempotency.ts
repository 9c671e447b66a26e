// Idempotency keys: a request sent again because its response was lost gets the same response, and is not carried out twice.

import { createHash } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import Type from "typebox"
import { later } from "../../clock.ts"
import { sql, type Tx } from "../../db/sql.ts"
import { badField, Failure } from "../../errors.ts"
import type { KeyRing } from "../../secrets/key-ring.ts"

/** For the `headers` of a route's schema. */
export const IdempotencyHeaders = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      description:
        "A key of your own for this request, 1–255 visible characters. Sent again within 24 hours, the same request gets the first response and the header `Idempotent-Replayed: true`. Only successful responses are kept.",
      examples: ["4f6c1f0e-6a54-4b0c-8c53-2d1a6a2f9b11"],
    }),
  ),
})

interface Once {
  request: FastifyRequest
  reply: FastifyReply
  tx: Tx
  ring: KeyRing
  /** The API key that asks: what it created, another one may not know. */
  caller: string
  /** What makes two requests the same, if their body is a file. */
  sent?: unknown
}

/**
 * Responds with what `work` created or changed. With an Idempotency-Key, runs it once: the response is stored encrypted in
 * the same transaction and replayed for 24 hours. Throws "conflict" while another request with the key is in progress, and
 * "unprocessable" if the key was used with a different request. A failed request stores nothing. A response about a matter
 * (`matterOf`) is deleted with that matter.
 */
export async function respondOnce<Done>(
  { request, reply, tx, ring, caller, sent = request.body }: Once,
  work: () => Promise<Done>,
  matterOf: (done: Done) => string | null = () => null,
): Promise<Done> {
  const key = keyOf(request)
  const status = successOf(request)
  if (key === undefined) {
    const done = await work()
    reply.status(status)
    return done
  }
  const requestHash = hashOf(request, sent)
  const { firm_id, first } = await claim(tx, caller, key)
  const context = contextOf(firm_id, caller, key)
  if (first) {
    if (!first.request_hash.equals(requestHash)) throw reused()
    reply.status(first.status).header("Idempotent-Replayed", "true")
    return JSON.parse(ring.open(first.body_sealed, context)) as Done
  }
  const done = await work()
  await tx.run(sql`
    insert into idempotent_answers (api_key_id, key, request_hash, status, body_sealed, matter_id, created_at)
    values (${caller}, ${key}, ${requestHash}, ${status}, ${ring.seal(JSON.stringify(done), context)}, ${matterOf(done)}, ${tx.now})
    on conflict (firm_id, api_key_id, key) do update
       set request_hash = excluded.request_hash, status = excluded.status, body_sealed = excluded.body_sealed,
           matter_id = excluded.matter_id, created_at = excluded.created_at`)
  reply.status(status)
  return done
}

/** Whether the request's idempotency key has a response. */
export async function hasResponse(tx: Tx, request: FastifyRequest, caller: string): Promise<boolean> {
  const key = keyOf(request)
  return key !== undefined && (await findFirst(tx, caller, key)) !== undefined
}

/** The route's documented success: 201 if it creates something, else 200. */
function successOf({ routeOptions }: FastifyRequest): 200 | 201 {
  return Object.hasOwn(routeOptions.schema?.response ?? {}, 201) ? 201 : 200
}

/** The purpose that binds a stored response to its firm, API key, and idempotency key. */
export function contextOf(firm_id: string, api_key_id: string, key: string): string {
  return `idempotent_answers:${firm_id}:${api_key_id}:${key}`
}

const retention_hours = 24

/** Deletes responses that are no longer replayed. */
export async function removeOldResponses(tx: Tx): Promise<number> {
  return tx.run(sql`delete from idempotent_answers where created_at <= ${oldest(tx)}`)
}

interface FirstResponse {
  request_hash: Buffer
  status: number
  body_sealed: string
}

/** Locks the key for the transaction, without waiting. The second statement sees what the previous holder stored. */
async function claim(
  tx: Tx,
  caller: string,
  key: string,
): Promise<{ firm_id: string; first: FirstResponse | undefined }> {
  const [{ firm_id, is_ours }, first] = await Promise.all([
    tx.one<{ firm_id: string; is_ours: boolean }>(sql`
      select current_firm() as firm_id,
             pg_try_advisory_xact_lock(hashtextextended('idempotent_answers ' || current_firm() || ' ' || ${caller} || ' ' || ${key}, 0))
               as is_ours`),
    findFirst(tx, caller, key),
  ])
  if (!is_ours) {
    throw new Failure(
      "conflict",
      "request_in_progress",
      "A request with this Idempotency-Key is still running. Try again in a second.",
      undefined,
      1,
    )
  }
  return { firm_id, first }
}

function findFirst(tx: Tx, caller: string, key: string): Promise<FirstResponse | undefined> {
  return tx.maybe(sql`
    select request_hash, status, body_sealed from idempotent_answers
     where api_key_id = ${caller} and key = ${key} and created_at > ${oldest(tx)}`)
}

function oldest(tx: Tx): Date {
  return later(tx.now, { hours: -retention_hours })
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"]
  if (key === undefined) return undefined
  if (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const message = 'The header "Idempotency-Key" must have 1 to 255 visible ASCII characters, without spaces.'
  throw badField("Idempotency-Key", "wrong_format", message)
}

/** A hash of the request, independent of how its JSON is formatted. */
function hashOf({ method, routeOptions, params }: FastifyRequest, sent: unknown): Buffer {
  const request = JSON.stringify([method, routeOptions.url, params, sent], (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash("sha256").update(request).digest()
}

function reused(): Failure {
  return new Failure(
    "unprocessable",
    "idempotency_key_reused",
    "This Idempotency-Key came with another request before. Use a new key for a new request.",
  )
}
