import { setTimeout as delay } from "node:timers/promises"
import type pg from "pg"
import { databaseUnavailable, NoConnection } from "../database-faults.ts"

/** The longest wait for a database that answers no one, and for one that is merely busy. */
const silence_ms = 3_000
export const max_wait_ms = 10_000

export interface ConnectionSource {
  /** Throws "unavailable" after `timeout_ms`, or sooner if the database has been silent for `silence_ms`. */
  connect(timeout_ms?: number): Promise<pg.PoolClient>
}

/** Takes connections from the pool; one that arrives after its caller gave up goes back to the pool. */
export function openConnectionSource(pool: pg.Pool): ConnectionSource {
  let answered_ms = 0
  const noteAnswer = () => {
    answered_ms = performance.now()
  }
  pool.on("connect", noteAnswer)
  pool.on("release", (error) => error || noteAnswer())

  return {
    connect: async (timeout_ms = max_wait_ms) => {
      const isFree = pool.idleCount > pool.waitingCount
      const connecting = pool.connect().catch(throwUnavailable)
      if (isFree) return connecting
      const begun_ms = performance.now()
      const end_ms = begun_ms + Math.min(timeout_ms, max_wait_ms)
      for (let now_ms = begun_ms; ; now_ms = performance.now()) {
        const until_ms = Math.min(end_ms, Math.max(begun_ms, answered_ms) + silence_ms)
        if (until_ms <= now_ms) break
        const client = await within(connecting, until_ms - now_ms)
        if (client) return client
      }
      connecting.then(
        (unwanted) => unwanted.release(),
        () => undefined,
      )
      const waited_ms = Math.round(performance.now() - begun_ms)
      throw databaseUnavailable(new NoConnection(`No connection within ${waited_ms} ms.`))
    },
  }
}

/** Resolves to undefined on timeout. */
async function within<T>(coming: Promise<T>, ms: number): Promise<T | undefined> {
  const giving_up = new AbortController()
  const late = delay(ms, undefined, { signal: giving_up.signal }).catch(() => undefined)
  try {
    return await Promise.race([coming, late])
  } finally {
    giving_up.abort()
  }
}

function throwUnavailable(error: unknown): never {
  throw databaseUnavailable(error)
}
