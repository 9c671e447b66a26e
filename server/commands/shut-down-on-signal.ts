import type { Core } from "../service.ts"

const signals = ["SIGTERM", "SIGINT"] as const
const endStart = () => process.exit(0)

/** Until something serves or works, there is nothing to finish: a signal ends the start, and that is no failure. */
export function exitOnSignal(): void {
  for (const signal of signals) process.on(signal, endStart)
}

/** Shuts down gracefully on the first signal, and exits immediately on a second one. */
export function shutDownOnSignal({ log, close }: Pick<Core, "log" | "close">): void {
  let begun_ms = 0
  const end = (signal: NodeJS.Signals) => {
    if (begun_ms > 0) {
      // npm forwards the Ctrl-C that the terminal has already sent to this process; ignore that duplicate.
      if (performance.now() - begun_ms > 1_000) process.exit(1)
      return
    }
    begun_ms = performance.now()
    log.info({ signal }, "shutting down")
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "could not shut down cleanly")
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.off(signal, endStart).on(signal, end)
}
