import type { Database } from "../../platform/db/database.ts"
import { notFound } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { feedPath, readFeed } from "./calendar.ts"

/** Feeds that calendar programs read; whatever opens none looks the same. */
export function calendarRoutes(app: App, { db, base_url }: { db: Database; base_url: string }): void {
  app.get(
    feedPath(":token"),
    { config: { takes_secret: true }, schema: { hide: true } },
    async (request, reply) => {
      const { token } = request.params as { token: string }
      const calendar = await readFeed(db, token, base_url)
      if (calendar === undefined) throw notFound("There is nothing at this address.")
      return reply
        .header("Cache-Control", "private, no-cache")
        .header("X-Robots-Tag", "noindex")
        .type("text/calendar; charset=utf-8")
        .send(calendar)
    },
  )
}
