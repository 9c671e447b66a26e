import type { App } from "../platform/http/app.ts"
import { wasClientHere } from "./portal.ts"

/**
 * The bare address, as people type it: a browser in which a client has signed in goes on to the portal, any other to
 * the console, whose page of signing in tells clients to open their link.
 */
export function rootRoute(app: App): void {
  app.get("/", { schema: { hide: true } }, (request, reply) =>
    reply.redirect(wasClientHere(request) ? "/portal" : "/console", 303),
  )
}
