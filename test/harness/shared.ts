export interface Joined<Thing> {
  /** The thing, opened for the first who asks. */
  open(): Promise<Thing>
  leave(): Promise<void>
}

/**
 * A resource shared by all test files of a process: a file joins when it loads, so that what one file has opened stays
 * open for the next, and the last one to leave closes it. Other means isolate its content: profiles of a browser, firms
 * of a service.
 */
export function shareInProcess<Thing>(
  open: () => Promise<Thing>,
  close: (thing: Thing) => Promise<void>,
): () => Joined<Thing> {
  let opening: Promise<Thing> | undefined
  let joined = 0
  return () => {
    joined += 1
    return {
      open: () => (opening ??= open()),
      leave: async () => {
        joined -= 1
        const opened = opening
        if (joined > 0 || !opened) return
        opening = undefined
        await close(await opened)
      },
    }
  }
}
