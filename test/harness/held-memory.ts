// How much memory buffers hold, for tests of what must not pile up.
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

// A test's process is not started with the flag, and one test's wish should not give it to all.
setFlagsFromString("--expose-gc")
const collect: NodeJS.GCFunction = runInNewContext("gc")

/**
 * Bytes of the buffers something still holds. Twice, because a collection sweeps dead buffers beside the program and
 * only the next one waits for that: on a busy machine they would still be counted.
 */
export function measureHeldBuffers(): number {
  for (let time = 0; time < 2; time += 1) collect({ type: "major", execution: "sync", flavor: "regular" })
  return process.memoryUsage().arrayBuffers
}
