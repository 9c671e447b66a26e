/**
 * Frees the memory left over from loading the program, about half of the total: garbage, and compiled code that runs
 * once. Blocks the process for a tenth of a second, so call it before serving requests. Does nothing if Node was
 * started without `--expose-gc`, as in tests.
 */
export async function releaseMemory(): Promise<void> {
  await globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })
}
