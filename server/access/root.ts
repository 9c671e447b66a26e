import type { App } from "../platform/http/app.ts"
import { wasClientHere } from "./portal.ts"

/**
 * The bare address, as people type it. A browser in which a client has signed in goes to the portal, any other to the
 * console, whose sign-in page tells clients to open their link.
 */
export function rootRoute(app: App): void {
  app.get("/", { schema: { hide: true } }, (request, reply) =>
    reply.redirect(wasClientHere(request) ? "/portal" : "/console", 303),
  )
}
