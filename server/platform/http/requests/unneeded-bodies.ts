import type { FastifyRequest } from "fastify"
import { badRequest, max_faults } from "../../errors.ts"
import type { App } from "../app.ts"
import { unknownField } from "./faults.ts"
import { takeSchemaFaults } from "./malformed.ts"

/** Refuses the fields of a body that a route doesn't take, in every route that `applies` chooses: they would do nothing. */
export function refuseUnneededBodies(app: App, applies: (request: FastifyRequest) => boolean): void {
  // With the faults of the schema, and only once the key is known.
  app.addHook("preHandler", (request, _reply, done) => {
    const { body, routeOptions } = request
    const isUnneeded = typeof body === "object" && !routeOptions.schema?.body && applies(request)
    const names = isUnneeded ? Object.keys(body ?? {}).slice(0, max_faults) : []
    if (names.length > 0) {
      const all: Error = badRequest([...takeSchemaFaults(request), ...names.map(unknownField)])
      request.validationError = all as NonNullable<FastifyRequest["validationError"]>
    }
    done()
  })
}
