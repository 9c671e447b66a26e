import type { FastifyRequest } from "fastify"
import { type Failure, forbidden } from "../../errors.ts"

/** Whether the request names no `Origin`, as programs do, or ours. */
export function isOwnOrigin({ headers, server, protocol }: FastifyRequest): boolean {
  const { origin, host } = headers
  return origin === undefined || origin === server.base_url || origin === `${protocol}://${host}`
}

/**
 * Whether scripts of the request's origin may call what takes no cookie: a website that no one on the way could change, or
 * a program on the person's own machine. A name that is bound to another address has no certificate there.
 */
export function isSafeOrigin({ headers, server }: FastifyRequest): boolean {
  const { origin } = headers
  if (origin === undefined || origin === server.base_url) return true
  const url = URL.parse(origin)
  return url?.protocol === "https:" || (url !== null && isLoopback(url))
}

/** Whether a program on the person's own computer is there. */
export function isLoopback({ hostname }: URL): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
}

/** What another website's page sent is refused. */
export function foreignOrigin(): Failure {
  return forbidden("cross_site", "This request came from another website and was refused.")
}
