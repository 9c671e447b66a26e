import pg from "pg"
import { max_wait_ms } from "./acquire-connection.ts"
import { watchReplication } from "./replication.ts"

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** A pool of connections, and its end. `onError` hears of connections that are lost while nobody uses them. */
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
    // A database that ends right after us may cut connections that are just saying goodbye.
    if (!isClosing) onError?.(error)
  })
  // Whoever uses a connection that is cut hears of it from the statement; unheard, the event would end the process.
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
