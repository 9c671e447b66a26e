import { setTimeout as delay } from "node:timers/promises"
import { type DatabaseOptions, openDatabase } from "../db/database.ts"
import type { Logger } from "../log.ts"
import type { Server } from "./server.ts"

const retry_ms = 5_000

export interface ServerOptions {
  name: string
  database: DatabaseOptions
  log: Logger
  /** Checks the server and brings it up to date. Throws if it is not usable. */
  prepare: () => Promise<void>
}

/**
 * Opens one of several servers. If it is down, retries until it is up, while its firms wait. If it is up but unusable,
 * throws the error from `prepare`.
 */
export async function openServer(options: ServerOptions): Promise<Server & { close(): Promise<void> }> {
  const { name, database, log, prepare } = options
  let is_open = false
  const closing = new AbortController()
  const opened = Promise.withResolvers<void>()
  const open = async () => {
    await prepare()
    is_open = true
    opened.resolve()
  }
  const openLater = async () => {
    while (!is_open && !closing.signal.aborted) {
      await delay(retry_ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      if (closing.signal.aborted) return
      await open().catch((error: Error) =>
        log.error({ server: name, reason: error.message }, "server not open"),
      )
    }
  }
  try {
    await open()
  } catch (error) {
    if (!isAway(error)) throw error
    log.error({ server: name, reason: (error as Error).message }, "server not open: its firms have to wait")
    void openLater()
  }
  const db = openDatabase({ ...database, is_one_of_several: true })
  return {
    name,
    db,
    connection: database.connection,
    isOpen: () => is_open,
    opened: opened.promise,
    close: async () => {
      closing.abort()
      await db.close()
    },
  }
}

/** Whether the server did not respond, rather than refuse. */
function isAway(error: unknown): boolean {
  const { cause } = error as { cause?: Error & { code?: string; errors?: { code?: string }[] } }
  const code = cause?.errors?.[0]?.code ?? cause?.code ?? ""
  return (
    /^(ECONN|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|57P)/.test(code) ||
    /timeout/.test(cause?.message ?? "")
  )
}
