export interface Joined<Thing> {
  thing: Thing
  leave(): Promise<void>
}

/**
 * A resource shared by all test files of a process: opened when the first one joins, closed when the last one leaves.
 * Other means isolate its content: profiles of a browser, firms of a service.
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
