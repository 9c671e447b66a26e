import { setImmediate } from "node:timers/promises"
import type { FastifyBaseLogger } from "fastify"
import type { App } from "../app.ts"

/** Runs work that no response waits for. The server does not close before it is done; failures go to the log. */
export function openAfterwards(app: App, log: FastifyBaseLogger) {
  const under_way = new Set<Promise<void>>()
  app.addHook("onClose", async () => {
    await Promise.all(under_way)
  })
  return (failure: string, work: () => Promise<void>): void => {
    const done = setImmediate()
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => under_way.delete(done))
    under_way.add(done)
  }
}
