import Type from "typebox"
import type { Database } from "../db/database.ts"
import { sql } from "../db/sql.ts"
import type { App } from "./server.ts"
import { exactly } from "./shapes.ts"

const Health = exactly({ status: Type.Literal("ok") })

/** `/health/live`: the process answers. `/health/ready`: so does the database, or 503. */
export function healthRoutes(app: App, db: Database): void {
  const schema = { hide: true, response: { 200: Health } }
  app.get("/health/live", { schema, logLevel: "warn" }, async () => ({ status: "ok" as const }))
  app.get("/health/ready", { schema, logLevel: "warn" }, async () => {
    await checkReady(db)
    return { status: "ok" as const }
  })
}

/** Throws while the database does not answer. */
export async function checkReady(db: Database): Promise<void> {
  await db.forPlatform((tx) => tx.one(sql`select 1 as one`))
}
