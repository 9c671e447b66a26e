import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

interface Collection {
  type: "major"
  execution: "sync"
  flavor: "regular" | "last-resort"
}

/** V8's own collector, as its `--expose-gc` offers it. */
export function openCollector(): (collection: Collection) => void {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc") as (collection: Collection) => void
}

/**
 * Hands back what loading the program left behind, about 25 MB: garbage nobody is in a hurry to collect, and compiled
 * code that runs once. Takes a tenth of a second in which nothing else runs, so call it before anybody waits.
 */
export function giveBackMemory(): void {
  openCollector()({ type: "major", execution: "sync", flavor: "last-resort" })
}
