import type { FastifyRequest } from "fastify"
import { Failure } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"

/**
 * Refuses requests that another site's page makes a signed-in browser send. Covers every route that has a `guard`; API
 * keys need none, because no browser adds them by itself.
 */
export function refuseCrossSiteRequests(app: App): void {
  app.addHook("onRequest", (request, _, done) => {
    if (!isSafe(request.method) && request.routeOptions.config.guard && !isSameOrigin(request))
      throw new Failure("forbidden", "cross_site", "This request came from another website and was refused.")
    done()
  })
}

/** Whether one of our own pages sent this, according to Fetch Metadata or else `Origin`. */
function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin" || site === "none"
  const { origin, host } = request.headers
  // No browser omits both on a cross-site POST. A request without either comes from a program, which holds no one's cookies.
  if (origin === undefined) return true
  return origin === request.server.base_url || origin === `${request.protocol}://${host}`
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS"
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** A page or form for people: signed in by cookie, guarded against other sites. */
    guard?: "portal" | "console"
  }
}
