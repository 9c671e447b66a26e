import type { RouteOptions } from "fastify"
import { problems } from "./problem.ts"

interface Shape {
  properties?: Record<string, object>
}

/**
 * The error responses of a route that takes a key, as they follow from what it accepts. A route adds only those that do
 * not: `problems(507)` if a GET records something, such as who read what.
 */
export function errorsOf({ method, schema = {} }: RouteOptions): Record<string, object> {
  const { params, querystring, headers = {}, body } = schema as Record<string, Shape | undefined>
  const query = Object.keys(querystring?.properties ?? {})
  const takes = (header: string) => headers.properties?.[header] !== undefined
  return problems(
    // A caller that prefers strict handling gets it for a parameter that is unknown here.
    400,
    ...(params || query.includes("page") ? [404] : []),
    ...(takes("idempotency-key") ? [409, 422] : []),
    ...(takes("if-match") ? [412] : []),
    ...(body ? [413, 415] : []),
    ...(method === "GET" ? [] : [507]),
  )
}
