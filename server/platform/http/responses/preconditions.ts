// Compare and set: a change that names the state it was made for is refused once the record has another (RFC 9110, 13.1.1).
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

/** The `ETag` of a record: the one that a GET of it has, unless that route names a revision. */
export function tagOfRecord(record: object): string {
  return entityTagOf(JSON.stringify(record))
}

/** Throws "precondition" if the request's `If-Match` names another state of the record. The caller holds its lock. */
export function requireMatch({ headers }: FastifyRequest, record: object): void {
  const header = headers["if-match"]
  if (header === undefined || namesTag(header, tagOfRecord(record))) return
  throw new Failure(
    "precondition",
    "precondition_failed",
    "This record has changed since you read it. Nothing was changed. Read it again, and decide anew.",
  )
}
