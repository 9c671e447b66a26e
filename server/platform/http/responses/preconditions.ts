// Compare and set: a change that names the state it was made for is refused once the record has another (RFC 9110, 13.1.1).
import { hash } from "node:crypto"
import type { FastifyRequest } from "fastify"
import Type from "typebox"
import { Failure } from "../../errors.ts"
import { entityTagOf, namesTag } from "./entity-tags.ts"
import { IdempotencyHeaders } from "./idempotency.ts"

/** For the `headers` of a route that changes a record. */
export const ChangeHeaders = Type.Object({
  ...IdempotencyHeaders.properties,
  "if-match": Type.Optional(
    Type.String({
      description:
        "The `ETag` of the record that you have. If it has changed since, nothing happens and you get a 412.",
      examples: ['W/"l3vMrqpMvVhJ1rUZ8a0b2A"'],
    }),
  ),
})

/**
 * The `ETag` of a record: the one that a GET of it has, unless that route names a revision or sends its own. `passing` is
 * what changes by itself: it is another state to read, and no reason to refuse a change.
 */
export function tagOfRecord(record: object, passing?: object): string {
  const tag = entityTagOf(JSON.stringify(record))
  if (passing === undefined) return tag
  return tag.replace(/"$/, `.${hash("sha256", JSON.stringify(passing), "base64url").slice(0, 11)}"`)
}

/** Throws "precondition" if the request's `If-Match` names another state of the record. The caller holds its lock. */
export function requireMatch({ headers }: FastifyRequest, record: object): void {
  const header = headers["if-match"]
  const withoutPassing = header?.replace(/\.[\w-]+"/g, '"')
  if (withoutPassing === undefined || namesTag(withoutPassing, tagOfRecord(record))) return
  throw new Failure(
    "precondition",
    "precondition_failed",
    "This record has changed since you read it. Nothing was changed. Read it again, and decide anew.",
  )
}
