export interface Joined<Thing> {
  thing: Thing
  leave(): Promise<void>
}

/**
 * One thing for all test files of a process: opened for the first that joins, closed when the last has left. What it
 * holds is apart by other means: profiles of a browser, firms of a service.
 */
export function shareInProcess<Thing>(
  open: () => Promise<Thing>,
  close: (thing: Thing) => Promise<void>,
): () => Promise<Joined<Thing>> {
  let opening: Promise<Thing> | undefined
  let joined = 0
  return async () => {
    joined += 1
    opening ??= open()
    const thing = await opening
    const leave = async () => {
      joined -= 1
      if (joined > 0) return
      opening = undefined
      await close(thing)
    }
    return { thing, leave }
  }
}
