// While the database is away, background work takes no job, and jobs that the outage interrupted are given back as if
// they had never been taken: only what a job itself does wrong may use up its tries.
import { setTimeout as sleep } from "node:timers/promises"
import { isAway } from "../db/database-faults.ts"

const probe_ms = 1_000
/** Beyond this, the database is there but the statement fails all the same; the caller learns of it. */
const max_repeats = 3
/** Shorter than the time in which any job must be done. */
const max_wait_ms = 20_000

export interface Outage {
  /** Waits until the database is there, then does `work`; repeats it after an outage. Rejects once closed. */
  persist<T>(work: () => Promise<T>): Promise<T>
  /** Has `work` done when the outage ends, before anything that waits for it. Resolves once it is over. */
  whenOver(work: () => Promise<void>): Promise<void>
  /** Waits until something else that jobs need is there, but no longer than a job may take; returns whether it is. */
  waitFor(isThere: () => Promise<boolean>): Promise<boolean>
  /** Lets nothing wait anymore. */
  close(): void
}

export interface OutageParts {
  /** Whether a new connection reaches the database. Never throws. */
  isThere: () => Promise<boolean>
  log: { info(about: object, message: string): void; warn(about: object, message: string): void }
}

/** Knows of an outage from the statements that fail, and of its end from a probe of its own, once a second. */
export function watchOutage({ isThere, log }: OutageParts): Outage {
  const closing = new AbortController()
  let waiting: (() => Promise<void>)[] = []
  let over: Promise<void> | undefined

  /** Undefined while the database is away again. */
  async function finish(): Promise<true | undefined> {
    const first = waiting[0]
    if (!first) return true
    try {
      await first()
    } catch (error) {
      if (isAway(error)) return undefined
      log.warn({ err: error }, "an interrupted job waits for its time to run out")
    }
    waiting = waiting.slice(1)
    return finish()
  }

  async function probe(): Promise<void> {
    const began_ms = performance.now()
    let has_said = false
    while (!((await isThere()) && (await finish()))) {
      if (!has_said) log.warn({}, "the database is away: no job is taken until it is back")
      has_said = true
      await sleep(probe_ms, undefined, { signal: closing.signal })
    }
    if (has_said) log.info({ ms: Math.round(performance.now() - began_ms) }, "the database is back")
  }

  function begin(): Promise<void> {
    over ??= probe().finally(() => {
      over = undefined
    })
    return over
  }

  return {
    persist: async (work) => {
      for (let repeat = 0; ; repeat += 1) {
        await over
        try {
          return await work()
        } catch (error) {
          if (closing.signal.aborted || repeat === max_repeats || !isAway(error)) throw error
          // Else a database that is there, but fails this statement, would be asked without a pause.
          if (repeat > 0) await sleep(probe_ms, undefined, { signal: closing.signal })
          await begin()
        }
      }
    },
    whenOver: (work) => {
      waiting.push(work)
      return begin()
    },
    waitFor: async (isThere) => {
      const end_ms = performance.now() + max_wait_ms
      while (performance.now() < end_ms && !closing.signal.aborted) {
        await sleep(probe_ms, undefined, { signal: closing.signal }).catch(() => undefined)
        if (await isThere()) return true
      }
      return false
    },
    close: () => closing.abort(),
  }
}
