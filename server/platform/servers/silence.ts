import type { Database } from "../db/database.ts"
import { Failure } from "../errors.ts"
import type { Logger } from "../log.ts"
import type { Server } from "./server.ts"

const repeat_ms = 60_000

/** Wraps a server to log when it stops responding, once a minute while it is down, and when it responds again. */
export function logSilence<Some extends Server>(server: Some, log: Logger): Some {
  const { name } = server
  let logged_ms: number | undefined
  const watch = async <T>(asking: Promise<T>): Promise<T> => {
    try {
      const answer = await asking
      if (logged_ms !== undefined) log.warn({ server: name }, "server answers again")
      logged_ms = undefined
      return answer
    } catch (error) {
      const reason = reasonOfSilence(error)
      if (reason !== undefined && performance.now() - (logged_ms ?? -repeat_ms) >= repeat_ms) {
        logged_ms = performance.now()
        log.error({ server: name, reason }, "server does not answer: its firms get 503")
      }
      throw error
    }
  }
  const listen = (db: Database): Database => ({
    ...db,
    forFirm: (...words) => watch(db.forFirm(...words)),
    forPlatform: (...words) => watch(db.forPlatform(...words)),
    forBearer: (...words) => watch(db.forBearer(...words)),
    readOnce: (statement) => watch(db.readOnce(statement)),
    withTimeout: (statement_timeout_ms) => listen(db.withTimeout(statement_timeout_ms)),
  })
  return { ...server, db: listen(server.db) }
}

/** A firm that has moved (FY001) and a statement timeout (57014) are responses too. */
function reasonOfSilence(error: unknown): string | undefined {
  if (!(error instanceof Failure) || error.kind !== "unavailable") return undefined
  const { code, message } = (error.cause ?? error) as Error & { code?: string }
  return code === "FY001" || code === "57014" ? undefined : message
}
