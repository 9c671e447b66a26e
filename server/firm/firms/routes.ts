import type { Database } from "../../platform/db/database.ts"
import { notFound } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { findLogo, type LogoParts, readLogo } from "./logo/logo.ts"

/**
 * Serves the firm's logo without authentication, for pages that people open before signing in. Each URL names one
 * picture forever, and gives access to nothing else in the store.
 */
export function firmRoutes(app: App, parts: LogoParts & { db: Database }): void {
  app.get("/logos/:firm_id/:name", { schema: { hide: true } }, async (request, reply) => {
    const { firm_id = "", name = "" } = request.params as Record<string, string>
    const logo = await findLogo(parts.db, firm_id, name)
    if (!logo) throw notFound("There is nothing at this address.")
    const bytes = await readLogo(parts, logo)
    return reply
      .headers({
        "Content-Type": logo.content_type,
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "public, max-age=31536000, immutable",
      })
      .send(bytes)
  })
}
