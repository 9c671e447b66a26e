import type pg from "pg"
import { newClient } from "./primary.ts"

const timeout_ms = 2_000

/** Whether a new connection reaches a primary within seconds. Open ones say nothing: their server may be gone. */
export async function canConnect(connection: pg.PoolConfig): Promise<boolean> {
  const client = newClient({
    ...connection,
    connectionTimeoutMillis: timeout_ms,
    query_timeout: timeout_ms,
  } as pg.PoolConfig)
  try {
    await client.connect()
    const { rows } = await client.query("select pg_is_in_recovery() as is_replica")
    return rows[0]?.is_replica === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Closes the idle connections of a pool: after an outage, they may lead to a server that is gone. */
export async function dropIdle(pool: pg.Pool): Promise<void> {
  while (pool.idleCount > 0) (await pool.connect()).release(true)
}
