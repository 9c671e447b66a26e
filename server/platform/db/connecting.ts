import { setTimeout as delay } from "node:timers/promises"
import type pg from "pg"
import { unavailable } from "./database-faults.ts"

/** How long the pool itself waits for a connection. */
export const connect_timeout_ms = 3_000

/** A connection within `timeout_ms`, or "unavailable"; one that comes later goes back to the pool. */
export async function connect(pool: pg.Pool, timeout_ms = connect_timeout_ms): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  if (timeout_ms >= connect_timeout_ms) return connecting.catch(throwUnavailable)
  const giving_up = new AbortController()
  const late = delay(timeout_ms, undefined, { signal: giving_up.signal }).catch(() => undefined)
  const client = await Promise.race([connecting, late]).catch(throwUnavailable)
  giving_up.abort()
  if (client) return client
  connecting.then(
    (unwanted) => unwanted.release(),
    () => undefined,
  )
  throw unavailable(new Error(`No connection within ${timeout_ms} ms.`))
}

function throwUnavailable(error: unknown): never {
  throw unavailable(error)
}
