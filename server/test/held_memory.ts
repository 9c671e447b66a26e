// How much memory buffers hold, for tests of what must not pile up.
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

/**
 * Bytes of the buffers something still holds. Twice, because a collection sweeps dead buffers beside the program and
 * only the next one waits for that: on a busy machine they would still be counted.
 */
export function measureHeldBuffers(): number {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}
