import { setTimeout as sleep } from "node:timers/promises"
import type { Config } from "./config.ts"
import type { App } from "./platform/http/app.ts"

/** How long what has begun may still take once no more is let in; and how long a request may be on its way. */
const timeout_ms = 9_000
const latecomers_ms = 500

/** Lets load balancers go elsewhere, answers what has begun, and closes the server. */
export async function endServing(app: App, { drain_s, environment }: Config): Promise<void> {
  if (!app.server.listening) return app.close()
  const drain_ms = (drain_s ?? (environment === "production" ? 5 : 0)) * 1_000
  const wait = (ms: number) => sleep(ms, undefined, { ref: false })
  await app.graceful_end.end({
    drained: sleep(drain_ms),
    latecomers: () => wait(latecomers_ms),
    waiting_time: () => wait(timeout_ms),
  })
  await app.close()
}
