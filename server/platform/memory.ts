import { performance } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"

/**
 * Frees the memory left over from loading the program, about half of the total: garbage, and compiled code that runs
 * once. Blocks the process for a tenth of a second, so call it before serving requests. Does nothing if Node was
 * started without `--expose-gc`, as in tests.
 */
export async function releaseMemory(): Promise<void> {
  await globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })
}

const look_every_ms = 5_000

/**
 * Leaves the growth of the heap to V8 while the process is busy, and otherwise keeps it small, as bin/bootstrap.js begins:
 * collecting sooner costs processor time, of which there is enough then.
 */
export function saveMemoryInQuiet(): void {
  let last = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    setFlagsFromString(`--heap-growing-percent=${utilization < 0.5 ? 30 : 0}`)
  }, look_every_ms).unref()
}
