import pg from "pg"
import { max_wait_ms } from "./acquire-connection.ts"
import { watchReplication } from "./replication.ts"

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** Opens a connection pool. Calls `onError` when an idle connection is lost. */
export function openPool(
  connection: pg.PoolConfig,
  max_connections: number,
  onError?: (error: Error) => void,
): { pool: pg.Pool; close: () => Promise<void> } {
  const pool = new pg.Pool({
    ...connection,
    max: max_connections,
    connectionTimeoutMillis: max_wait_ms,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...({ pipeline: true } as pg.PoolConfig),
  })
  let isClosing = false
  pool.on("error", (error) => {
    // A database that shuts down along with this process may cut connections that are closing.
    if (!isClosing) onError?.(error)
  })
  // The statement on a lost connection rejects by itself; without a listener, the event would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => undefined)
    watchReplication(client)
  })

  return {
    pool,
    close: () => {
      isClosing = true
      return pool.end()
    },
  }
}
