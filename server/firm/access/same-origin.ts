import type { FastifyRequest } from "fastify"
import type { App } from "../../platform/http/app.ts"
import { foreignOrigin, isOwnOrigin } from "../../platform/http/requests/own-origin.ts"

/**
 * Refuses requests that another site's page makes a signed-in browser send. Covers every route that has a `guard`; API
 * keys need none, because no browser adds them by itself.
 */
export function refuseCrossSiteRequests(app: App): void {
  app.addHook("onRequest", (request, _, done) => {
    if (!isSafe(request.method) && request.routeOptions.config.guard && !isSameOrigin(request))
      throw foreignOrigin()
    done()
  })
}

/** Whether one of our own pages sent this, according to Fetch Metadata or else `Origin`. */
function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin" || site === "none"
  // No browser omits both on a cross-site POST. A request without either comes from a program, which holds no one's cookies.
  return isOwnOrigin(request)
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
