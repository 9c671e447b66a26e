import type { FastifyRequest } from "fastify"
import { badField, badRequest, max_faults } from "../../errors.ts"
import type { App } from "../app.ts"
import { unknownField } from "./faults.ts"
import { takeSchemaFaults } from "./malformed.ts"

/** A longer one is not read, not even to name its fields. */
const max_bytes = 10_000
const unneeded = "This operation takes no body. Leave it out."

/**
 * Refuses the fields of a body that a route doesn't take, in every route that `applies` chooses: they would do nothing.
 * Call it after the hooks that verify who asks.
 */
export function refuseUnneededBodies(app: App, applies: (request: FastifyRequest) => boolean): void {
  const takesNone = (request: FastifyRequest) => !request.routeOptions.schema?.body && applies(request)
  app.addHook("preParsing", async (request) => {
    if (takesNone(request) && Number(request.headers["content-length"]) > max_bytes)
      throw badField("body", "unknown_field", unneeded)
  })
  // With the faults of the schema, and only once the key is known.
  app.addHook("preHandler", (request, _reply, done) => {
    const { body } = request
    const names =
      typeof body === "object" && takesNone(request) ? Object.keys(body ?? {}).slice(0, max_faults) : []
    if (names.length > 0) {
      const all: Error = badRequest([...takeSchemaFaults(request), ...names.map(unknownField)])
      request.validationError = all as NonNullable<FastifyRequest["validationError"]>
    }
    done()
  })
}
