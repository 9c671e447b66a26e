// Files that people upload are read in threads of their own, where a hostile one can neither hold up nor crash requests.
import { Worker } from "node:worker_threads"

interface ThreadLimits {
  timeout_ms: number
  max_heap_mb: number
}

type Send = (message: unknown) => void

/**
 * Runs `file` in a thread with `given` as its `workerData`, until `receive` returns a result for one of its messages.
 * Returns undefined if the thread fails, ends, or reaches a limit before that. Rejects with what `receive` throws.
 */
export function runInThread<Message, Result>(
  file: URL,
  given: unknown,
  { timeout_ms, max_heap_mb }: ThreadLimits,
  receive: (message: Message, send: Send) => Result | undefined | Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>()
  // The thread's file relies on Node's own TypeScript support: a loader would take longer to start than the file takes
  // to run.
  const thread = new Worker(file, {
    workerData: given,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: max_heap_mb },
    stdout: true,
    stderr: true,
  })
  const timer = setTimeout(resolve, timeout_ms, undefined)
  const send = (message: unknown) => thread.postMessage(message)
  thread.on("message", async (message: Message) => {
    try {
      const result = await receive(message, send)
      if (result !== undefined) resolve(result)
    } catch (error) {
      reject(error)
    }
  })
  thread.on("error", () => resolve(undefined))
  // Its last message may arrive in the same moment.
  thread.on("exit", () => setImmediate(resolve, undefined))
  return promise.finally(() => {
    clearTimeout(timer)
    return thread.terminate()
  })
}

/** Work that waits for the work before it, so that its memory is needed once. */
export function inTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
