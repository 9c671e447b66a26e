// Measures the memory held by buffers, for tests of what must not accumulate.
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

// Sets the flag at run time, so that only the tests that need it get it.
setFlagsFromString("--expose-gc")
const collect: NodeJS.GCFunction = runInNewContext("gc")

/**
 * Returns the bytes of buffers still referenced. Collects twice, because a collection sweeps dead buffers concurrently
 * and only the next one waits for that; on a busy machine they would still be counted.
 */
export function measureHeldBuffers(): number {
  for (let time = 0; time < 2; time += 1) collect({ type: "major", execution: "sync", flavor: "regular" })
  return process.memoryUsage().arrayBuffers
}
