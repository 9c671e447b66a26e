// The child's side of foreign-files.ts. Node's own TypeScript support runs it, and all that it loads.
import { Failure, type Fault } from "../../errors.ts"

/** The last message: the result, why the file is refused, or the stack of an error that is our own fault. */
export type LastMessage<Result> = { result: Result } | { refused: readonly Fault[] } | { failed: string }

// The parent decides when this process ends: a service manager that stops the server signals its children too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())

/** Sends the parent a message, and resolves with its response. */
export function ask<Response>(message: object): Promise<Response> {
  return new Promise((resolve) => {
    process.once("message", resolve)
    process.send?.({ requested: message })
  })
}

/** Reads the file that the parent sends, and answers with what `read` returns or throws. */
export function answerParent<Given, Result>(read: (given: Given) => Result | Promise<Result>): void {
  process.once("message", async (given: Given) => {
    process.send?.(await outcomeOf(() => read(given)))
  })
}

async function outcomeOf<Result>(read: () => Result | Promise<Result>): Promise<LastMessage<Result>> {
  try {
    return { result: await read() }
  } catch (error) {
    if (error instanceof Failure && error.errors) return { refused: error.errors }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
