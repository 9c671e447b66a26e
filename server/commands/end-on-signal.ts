import type { Core } from "../service.ts"

/** The first signal finishes what is under way and ends; whoever cannot wait sends a second one. */
export function endOnSignal({ log, close }: Pick<Core, "log" | "close">): void {
  let begun_ms = 0
  const end = (signal: NodeJS.Signals) => {
    if (begun_ms > 0) {
      // npm passes Ctrl-C on to a program that the terminal has told already: the same one, not a second.
      if (performance.now() - begun_ms > 1_000) process.exit(1)
      return
    }
    begun_ms = performance.now()
    log.info({ signal }, "ending")
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "could not end cleanly")
        process.exit(1)
      },
    )
  }
  process.on("SIGTERM", end)
  process.on("SIGINT", end)
}
