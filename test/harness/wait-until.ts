import { setTimeout as sleep } from "node:timers/promises"

/** Decides no test that can pass: a busy machine is many times slower than a quiet one. */
const timeout_ms = 30_000

/** Resolves as soon as `condition` holds; `what` names what is waited for, for whoever reads that it never came. */
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
