// Keeps one server running: whenever it dies, the next one starts on the same socket.
import { setTimeout as delay } from "node:timers/promises"
import { type Postmaster, type PostmasterOptions, startPostmaster } from "./postmaster.ts"

/** Starts a server and keeps it running until `stop`. Throws if the first start fails. */
export async function superviseServer(options: PostmasterOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const stop_requested = new Promise<void>((done) => stopping.signal.addEventListener("abort", () => done()))
  let postmaster = await startPatiently(options, stopping.signal)
  const onExit = () => postmaster.kill()
  process.once("exit", onExit)
  const watched = watch()

  async function watch(): Promise<void> {
    for (;;) {
      const how = await Promise.race([postmaster.exited, stop_requested])
      if (how === undefined || stopping.signal.aborted) return
      options.log(`PostgreSQL ended (${how}); starting it again.`)
      postmaster = (await startAgain()) ?? postmaster
    }
  }

  async function startAgain(): Promise<Postmaster | undefined> {
    while (!stopping.signal.aborted) {
      try {
        return await startPatiently(options, stopping.signal)
      } catch (error) {
        options.log((error as Error).message)
        await delay(1_000, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
    return undefined
  }

  return {
    stop: async () => {
      stopping.abort()
      await watched
      await postmaster.stop()
      process.off("exit", onExit)
    },
  }
}

/** Child processes of a killed server live on briefly, and PostgreSQL does not start until they are gone. */
async function startPatiently(options: PostmasterOptions, signal: AbortSignal): Promise<Postmaster> {
  const until_ms = Date.now() + 8_000
  for (;;) {
    try {
      return await startPostmaster(options, signal)
    } catch (error) {
      const inUse = /shared memory block|lock file "[^"]*" already exists/.test((error as Error).message)
      if (!inUse || signal.aborted || Date.now() > until_ms) throw error
      await delay(100)
    }
  }
}
