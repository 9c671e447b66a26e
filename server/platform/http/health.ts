import Type from "typebox"
import type { Database } from "../db/database.ts"
import { sql } from "../db/sql.ts"
import { Failure } from "../errors.ts"
import type { App } from "./app.ts"
import { exactly } from "./shapes.ts"

const Health = exactly({ status: Type.Literal("ok") })

/** `/health/live`: the process answers. `/health/ready`: so does the database, and the server goes on; or 503. */
export function healthRoutes(app: App, db: Database): void {
  const schema = { hide: true, response: { 200: Health } }
  app.get("/health/live", { schema, logLevel: "warn" }, async () => ({ status: "ok" as const }))
  app.get("/health/ready", { schema, logLevel: "warn" }, async () => {
    await checkReady(db, app.graceful_end)
    return { status: "ok" as const }
  })
}

/**
 * Throws while the database does not answer, of several servers none, and from the moment on at which the server is about
 * to end. Returns the names of those servers that do not answer, for operators alone.
 */
export async function checkReady(db: Database, { is_ending }: { is_ending: boolean }): Promise<string[]> {
  if (is_ending) throw new Failure("unavailable", "server_ending", endingSentence, undefined, 5)
  const { silent = [] } = await db.withTimeout(timeout_ms).askEach((tx) => tx.one(sql`select 1 as one`))
  return silent
}

/** For a connection, and for the answer: whoever asks has heard within three seconds. */
const timeout_ms = 1_200

const endingSentence = "This server is about to end. Send requests to another, or try again in a moment."
