import type { FastifyRequest } from "fastify"
import { Failure } from "../../errors.ts"

/** Whether the request names no `Origin`, as programs do, or ours. */
export function isOwnOrigin({ headers, server, protocol }: FastifyRequest): boolean {
  const { origin, host } = headers
  return origin === undefined || origin === server.base_url || origin === `${protocol}://${host}`
}

/** What another website's page sent is refused. */
export function foreignOrigin(): Failure {
  return new Failure("forbidden", "cross_site", "This request came from another website and was refused.")
}
