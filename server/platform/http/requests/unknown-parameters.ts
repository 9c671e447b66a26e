// Query parameters that a route does not have. By default they are ignored, and the response names them in a header;
// a caller that prefers strict handling (RFC 7240 §4.4) gets a 400 that names them instead.
import type { IncomingHttpHeaders } from "node:http"
import type { FastifyRequest } from "fastify"
import { type ApiFault, badRequest, max_faults } from "../../errors.ts"
import type { App } from "../app.ts"
import { takeSchemaFaults } from "./malformed.ts"

/** A list of strings (RFC 9651): the names in quotes, percent-encoded. */
export const ignoredHeader = "foyer-ignored-parameters"

/** Whether the caller prefers strict handling; undefined without a preference. */
export function isStrict({ prefer }: IncomingHttpHeaders): boolean | undefined {
  if (prefer === undefined) return undefined
  for (const preference of [prefer].flat().join(",").split(",")) {
    const [name = "", value = ""] = (preference.split(";")[0] ?? "").split("=").map((part) => part.trim())
    if (name.toLowerCase() !== "handling") continue
    // The first one counts, as RFC 7240 §2 has it.
    const wish = value.replaceAll('"', "").toLowerCase()
    return wish === "strict" ? true : wish === "lenient" ? false : undefined
  }
  return undefined
}

/** Names unknown parameters, or refuses them, in every route that `applies` chooses. */
export function handleUnknownParameters(app: App, applies: (request: FastifyRequest) => boolean): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!applies(request)) return done()
    const strict = isStrict(request.headers)
    if (strict !== undefined) reply.header("preference-applied", `handling=${strict ? "strict" : "lenient"}`)
    const names = strict ? [] : findUnknown(request)
    if (names.length > 0) reply.header(ignoredHeader, names.map((name) => `"${shown(name)}"`).join(", "))
    done()
  })
  // With the faults of the schema, so that a response lists all of them, and a wrong key comes first.
  app.addHook("preHandler", (request, _reply, done) => {
    const names = applies(request) && isStrict(request.headers) ? findUnknown(request) : []
    if (names.length > 0) {
      const known = takeSchemaFaults(request)
      const all: Error = badRequest([...known, ...names.map(unknownParameter)])
      request.validationError = all as NonNullable<FastifyRequest["validationError"]>
    }
    done()
  })
}

/** Whether a schema of a query has this parameter. */
export function hasParameter(schema: QuerySchema, name: string): boolean {
  const { properties = {}, patternProperties = {} } = schema
  return (
    Object.hasOwn(properties, name) ||
    Object.keys(patternProperties).some((pattern) => new RegExp(pattern, "u").test(name))
  )
}

export interface QuerySchema {
  properties?: Record<string, { type?: string }>
  patternProperties?: Record<string, object>
}

function findUnknown({ query, routeOptions }: FastifyRequest): string[] {
  const schema = (routeOptions.schema?.querystring ?? {}) as QuerySchema
  return Object.keys(query as object)
    .filter((name) => !hasParameter(schema, name))
    .slice(0, max_faults)
}

/** The response repeats names that the caller made up. */
const max_name = 80

function shown(name: string): string {
  return encodeURIComponent(name.slice(0, max_name).toWellFormed())
}

function unknownParameter(name: string): ApiFault {
  const param = name.slice(0, max_name)
  const message = `There is no parameter "${param}" here. Remove it, or check its spelling.`
  return { param, code: "unknown_parameter", message }
}
