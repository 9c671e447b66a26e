import { setTimeout as sleep } from "node:timers/promises"

/** Long enough not to fail a test that can pass, because a busy machine is many times slower than an idle one. */
const timeout_ms = 30_000

/** Resolves as soon as `condition` is true; `what` describes it in the timeout's message. */
export async function waitUntil(
  condition: () => unknown,
  what: string | (() => string),
  max_ms = timeout_ms,
): Promise<void> {
  const end_ms = performance.now() + max_ms
  while (!(await condition())) {
    if (performance.now() > end_ms)
      throw new Error(`Waited ${max_ms} ms in vain; ${typeof what === "string" ? what : what()}.`)
    await sleep(20)
  }
}
