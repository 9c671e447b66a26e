import Type from "typebox"
import type { Database } from "../db/database.ts"
import { sql } from "../db/sql.ts"
import { unavailable } from "../errors.ts"
import type { App } from "./app.ts"
import { exactly } from "./shapes.ts"

const Health = exactly({ status: Type.Literal("ok") })

/** `/health/live`: the process responds. `/health/ready`: 200 if the database responds and no shutdown has begun, else 503. */
export function healthRoutes(app: App, db: Database): void {
  const schema = { hide: true, response: { 200: Health } }
  app.get("/health/live", { schema, logLevel: "warn" }, async () => ({ status: "ok" as const }))
  app.get("/health/ready", { schema, logLevel: "warn" }, async () => {
    await checkReady(db, app.graceful_shutdown)
    return { status: "ok" as const }
  })
}

/** Throws if the database does not respond or a shutdown has begun. */
export async function checkReady(db: Database, { is_ending }: { is_ending: boolean }): Promise<void> {
  if (is_ending) throw unavailable("server_ending", endingSentence, 5)
  await db.withTimeout(timeout_ms).forPlatform((tx) => tx.one(sql`select 1 as one`))
}

/** For connecting, and for the response: the caller knows within three seconds. */
const timeout_ms = 1_200

const endingSentence = "This server is about to end. Send requests to another, or try again in a moment."
