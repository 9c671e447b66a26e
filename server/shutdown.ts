import { setTimeout as sleep } from "node:timers/promises"
import type { Config } from "./config.ts"
import type { App } from "./platform/http/app.ts"

/** How long requests in flight may still take once no more are accepted. */
const timeout_ms = 9_000
/** How long a request may still arrive on an idle connection. */
const latecomers_ms = 500

/** Reports not ready until load balancers have moved on, finishes the requests in flight, and closes the server. */
export async function shutDown(app: App, { drain_s, environment }: Config): Promise<void> {
  if (!app.server.listening) return app.close()
  const drain_ms = (drain_s ?? (environment === "production" ? 5 : 1)) * 1_000
  const wait = (ms: number) => sleep(ms, undefined, { ref: false })
  await app.graceful_shutdown.end({
    drained: sleep(drain_ms),
    latecomers: () => wait(latecomers_ms),
    waiting_time: () => wait(timeout_ms),
  })
  await app.close()
}
