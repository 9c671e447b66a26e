import { availableParallelism, loadavg } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"

/** Long enough not to fail a test that can pass, on a machine that has nothing else to do. */
const timeout_ms = 30_000
const poll_ms = 20

/**
 * The limit of a wait: `ms` on an idle machine, and as many times that as processes want each of the processors. It is
 * never shorter than asked.
 */
export function underLoad(ms = timeout_ms): number {
  const [processes = 0] = loadavg()
  return ms * Math.max(1, processes / availableParallelism())
}

/**
 * Resolves as soon as `condition` is true; `what` describes it in the error's message. It counts attempts, not seconds:
 * a busy machine, on which each attempt takes longer, waits longer, and so does one that gets busy meanwhile.
 */
export async function waitUntil(
  condition: () => unknown,
  what: string | (() => string),
  max_ms = timeout_ms,
): Promise<void> {
  const began_ms = performance.now()
  for (let waited_ms = 0; !(await condition()); waited_ms += poll_ms / underLoad(1)) {
    if (waited_ms > max_ms) {
      const seconds = Math.round((performance.now() - began_ms) / 1_000)
      throw new Error(`Waited ${seconds} s in vain; ${typeof what === "string" ? what : what()}.`)
    }
    await sleep(poll_ms)
  }
}
