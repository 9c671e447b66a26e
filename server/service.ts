import { createApp } from "./app.ts"
import type { Config } from "./config.ts"
import { type Core, openCore } from "./core.ts"
import type { Jobs } from "./jobs.ts"
import { watchInstallation, watchSystem } from "./operations/system/metrics.ts"
import type { App } from "./platform/http/app.ts"
import { checkReady } from "./platform/http/health.ts"
import { explainListening, findPortAt } from "./platform/http/listening.ts"
import {
  joinMetrics,
  type MetricsSource,
  serveMetrics,
  watchProcess,
  watchRequests,
} from "./platform/http/metrics.ts"
import { traceRequests } from "./platform/http/trace-requests.ts"
import { shareBrowserFiles } from "./platform/installation/browser-files.ts"
import { shutDown } from "./shutdown.ts"

export { type Core, openCore } from "./core.ts"
export { prepareDatabase } from "./prepare-database.ts"

export interface Service extends Core {
  app: App
}

export interface ServeOptions {
  /** Whether to do the background work too. */
  work?: boolean
  /** Called right before the first request can arrive: from then on, a signal must shut down gracefully. */
  beforeListening?: (service: Pick<Core, "log" | "close">) => void
}

/** Opens everything and listens. `close` drains: load balancers move on, requests in flight are served and running jobs finish. */
export async function openService(
  settings: Config,
  { work = true, beforeListening }: ServeOptions = {},
): Promise<Service> {
  const config = await findPort(settings)
  const core = await openCore(config, { owner: true })
  const closing = new AsyncDisposableStack()
  closing.defer(() => core.close())
  try {
    const app = await createApp(core)
    const registry = watchProcess(core.db)
    watchRequests(app, registry)
    if (config.otlp_endpoint) traceRequests(app)
    const source = joinMetrics(registry, watchSystem(core), ...(work ? [watchInstallation(core)] : []))
    const metricsServer = await openMetricsServer(core, source, {
      get is_ending() {
        return app.graceful_shutdown.is_ending || !app.server.listening
      },
    })
    if (metricsServer) closing.defer(() => metricsServer.close())
    else if (config.environment !== "production") {
      app.get("/metrics", async (_, reply) => {
        reply.type(source.contentType)
        return source.metrics()
      })
    }
    const jobs = work ? await openWorkOf(core) : undefined
    closing.defer(async () => {
      await Promise.all([shutDown(app, config), jobs?.close()])
    })
    const close = () => closing.disposeAsync()
    beforeListening?.({ log: core.log, close })
    await shareBrowserFiles(core.db, core.assets)
    await explainListening(placeOf(config), app.listen({ port: config.port, host: config.host }))
    return { ...core, app, close }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

/** Returns the settings with a free port in place of port 0. */
export async function findPort(config: Config): Promise<Config> {
  return { ...config, port: config.port || (await findPortAt(placeOf(config))) }
}

const placeOf = ({ port, host }: Config) => ({ port, host, settings: { port: "PORT", host: "HOST" } })

/** Runs the background work without serving requests. */
export async function openWork(config: Config): Promise<Core> {
  const core = await openCore(config, { waits: true })
  const closing = new AsyncDisposableStack()
  closing.defer(() => core.close())
  try {
    const jobs = await openWorkOf(core)
    closing.defer(() => jobs.close())
    const metricsServer = await openMetricsServer(
      core,
      joinMetrics(watchProcess(core.db), watchSystem(core), watchInstallation(core)),
    )
    if (metricsServer) closing.defer(() => metricsServer.close())
    return { ...core, close: () => closing.disposeAsync() }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

/** Serves metrics and health checks on their own port, if the settings name one. */
export async function openMetricsServer(
  { config, db }: Core,
  source: MetricsSource,
  // A process that serves nothing is ready from the start.
  state = { is_ending: false },
) {
  const { metrics_port: port, metrics_host: host } = config
  if (port === undefined) return undefined
  return serveMetrics(source, { port, host, checkReady: () => checkReady(db, state) })
}

/** Starts the background work. Imports jobs.ts lazily: mail and webhooks load many modules. */
export async function openWorkOf(core: Core): Promise<Jobs> {
  const { openJobs } = await import("./jobs.ts")
  return openJobs(core)
}
