import { stop as stopCompiling } from "esbuild"
import { createApp } from "./app.ts"
import type { Config } from "./config.ts"
import { type Core, openCore } from "./core.ts"
import { endServing } from "./ending.ts"
import type { Jobs } from "./jobs.ts"
import { Closing } from "./platform/closing.ts"
import type { App } from "./platform/http/app.ts"
import { findFreePort } from "./platform/http/free-port.ts"
import { checkReady } from "./platform/http/health.ts"
import {
  type Figures,
  joinFigures,
  serveMetrics,
  watchProcess,
  watchRequests,
} from "./platform/http/metrics.ts"
import { traceRequests } from "./platform/http/trace-requests.ts"
import type { Server } from "./platform/servers/server.ts"
import { watchSystem } from "./system/figures.ts"

export { type Core, openCore } from "./core.ts"
export { prepareDatabase } from "./prepare-database.ts"

export interface Service extends Core {
  app: App
}

/** Opens everything and listens; `close` lets load balancers go elsewhere, answers what is under way and finishes jobs. */
export async function openService(settings: Config, { work = true } = {}): Promise<Service> {
  const config = await findPort(settings)
  const core = await openCore(config, { owner: true })
  const closing = new Closing()
  closing.add(() => core.close())
  try {
    const app = await createApp(core)
    const registry = watchProcess(core.servers)
    watchRequests(app, registry)
    if (config.otlp_endpoint) traceRequests(app)
    const figures = joinFigures(registry, watchSystem(core))
    const figuresServer = await serveFigures(core, figures, app.graceful_end)
    if (figuresServer) closing.add(() => figuresServer.close())
    else if (config.environment !== "production") {
      app.get("/metrics", async (_, reply) => {
        reply.type(figures.contentType)
        return figures.metrics()
      })
    }
    const jobs = work ? await openWorkOf(core) : undefined
    closing.add(async () => {
      await Promise.all([endServing(app, config), jobs?.close()])
    })
    await app.listen({ port: config.port, host: config.host })
    // What turned the source into JavaScript would stay, a thread and a process of it, and comes again when needed.
    await stopCompiling()
    return { ...core, app, close: () => closing.run() }
  } catch (error) {
    await closing.run()
    throw error
  }
}

/** The settings with a port that is free where they leave it open. */
export async function findPort(config: Config): Promise<Config> {
  return { ...config, port: config.port || (await findFreePort(config.host)) }
}

/** Does the background work without serving anything. */
export async function openWork(config: Config): Promise<Core> {
  const core = await openCore(config)
  const closing = new Closing()
  closing.add(() => core.close())
  try {
    const jobs = await openWorkOf(core)
    closing.add(() => jobs.close())
    const figures = await serveFigures(core, joinFigures(watchProcess(core.servers), watchSystem(core)))
    if (figures) closing.add(() => figures.close())
    return { ...core, close: () => closing.run() }
  } catch (error) {
    await closing.run()
    throw error
  }
}

/** Figures and health on a port of their own, where the settings name one. */
export async function serveFigures({ config, db }: Core, figures: Figures, end = { is_ending: false }) {
  const { metrics_port: port, metrics_host: host } = config
  if (port === undefined) return undefined
  return serveMetrics(figures, { port, host, checkReady: () => checkReady(db, end) })
}

/** Work for each server's firms, from its own queue. Loaded only where work is done: mail and webhooks bring much along. */
export async function openWorkOf(core: Core): Promise<Jobs> {
  const { openJobs } = await import("./jobs.ts")
  const closing = new Closing()
  let is_closed = false
  const start = async ({ db, connection }: Server) => {
    const jobs = await openJobs({ ...core, db, connection })
    if (is_closed) await jobs.close()
    else closing.add(() => jobs.close())
  }
  await Promise.all(core.servers.filter((server) => server.isOpen()).map(start))
  for (const server of core.servers.filter((one) => !one.isOpen()))
    server.opened
      .then(() => start(server))
      .catch((error: unknown) => core.log.error({ err: error, server: server.name }, "no background work"))
  return {
    close: () => {
      is_closed = true
      return closing.run()
    },
  }
}
