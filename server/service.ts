// Composition root: opens everything, and closes it in reverse.
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { stop as stopCompiling } from "esbuild"
import type pg from "pg"
import { createApp } from "./app.ts"
import type { Config } from "./config.ts"
import { checkPooling, openWays } from "./database_ways.ts"
import { endServing } from "./ending.ts"
import type { Jobs } from "./jobs.ts"
import type { Parts } from "./parts.ts"
import { Closing } from "./platform/closing.ts"
import { type Database, openDatabase } from "./platform/db/database.ts"
import { migrate, prepareAlone } from "./platform/db/migrate.ts"
import { checkProtection, ensureRoles } from "./platform/db/roles.ts"
import { checkServer } from "./platform/db/server_checks.ts"
import { traceDatabase } from "./platform/db/trace_database.ts"
import { openFileStore } from "./platform/files/file_store.ts"
import { findFreePort } from "./platform/http/free_port.ts"
import { checkReady } from "./platform/http/health.ts"
import {
  type Figures,
  joinFigures,
  serveMetrics,
  watchProcess,
  watchRequests,
} from "./platform/http/metrics.ts"
import type { App } from "./platform/http/server.ts"
import { traceRequests } from "./platform/http/trace_requests.ts"
import { prepareQueues } from "./platform/jobs/prepare.ts"
import { openLog } from "./platform/log.ts"
import { openKeyRing } from "./platform/secrets/key_ring.ts"
import { openTracing } from "./platform/tracing.ts"
import { readVersion } from "./system/base.ts"
import { watchSystem } from "./system/figures.ts"
import { findLeaks } from "./system/separation.ts"
import { openAssets } from "./ui/assets.ts"

/** Everything but routes: what a command needs to call the product's verbs. */
export interface Core extends Parts {
  /** To the database itself, past any pooler: for the queue, locks, listening and copies of the whole. */
  connection: pg.PoolConfig
  close(): Promise<void>
}

/**
 * Opens database, keys and files. A command may join the embedded database of a running server; a server
 * (`owner`) starts its own and refuses when another has it.
 */
export async function openCore(config: Config, { owner = false } = {}): Promise<Core> {
  const closing = new Closing()
  try {
    const log = openLog(config.log_level)
    const tracing = config.otlp_endpoint ? await openTracing(await readVersion()) : undefined
    if (tracing) closing.add(() => tracing.close())
    const ways = await openWays(config, owner, (line) => log.debug({ part: "postgres" }, line))
    closing.add(() => ways.close())
    const { connection, setting } = ways.direct
    // The embedded database makes the folder itself, so that its own account can pass.
    await mkdir(config.data_dir, { recursive: true, mode: 0o700 })
    const { keeps_statements } = await checkPooling(ways)
    await prepareDatabase(connection, setting)
    const opened = openDatabase({
      connection: ways.pooled.connection,
      max_connections: config.database_connections,
      named_statements: keeps_statements,
      // The driver hangs its whole client on the error; the reason is all that anybody wants to read.
      onError: ({ message }) => log.warn({ reason: message }, "database connection lost"),
    })
    closing.add(() => opened.close())
    const db = tracing ? traceDatabase(opened) : opened
    await refuseLeaks(db, ways.pooled.setting)
    const ring = await openKeyRing({ data_dir: config.data_dir, master_keys: config.master_keys })
    const files = await openFileStore({
      folder: join(config.data_dir, "files"),
      s3: config.s3_bucket
        ? { bucket: config.s3_bucket, endpoint: config.s3_endpoint, region: config.s3_region }
        : undefined,
    })
    return {
      config,
      log,
      connection,
      db,
      ring,
      files,
      assets: await openAssets(),
      base_url: baseUrlOf(config),
      close: () => closing.run(),
    }
  } catch (error) {
    await closing.run()
    throw error
  }
}

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
    const registry = watchProcess(core.db)
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
    const figures = await serveFigures(core, joinFigures(watchProcess(core.db), watchSystem(core)))
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

/** Loaded only where work is done: mail and webhooks bring much along. */
export async function openWorkOf(core: Core): Promise<Jobs> {
  const { openJobs } = await import("./jobs.ts")
  return openJobs(core)
}

/**
 * Looks whether the database is fit to be worked on, and brings roles, tables and job queues up to date, in this order;
 * throws a sentence that names the setting and the remedy. Any number of processes may call it at once.
 */
export async function prepareDatabase(
  connection: pg.PoolConfig,
  setting = "DATABASE_URL",
): Promise<string[]> {
  const applied = await prepareAlone({ connection, setting }, async (client) => {
    await checkServer(client, setting)
    await ensureRoles(client, setting)
    const applied = await migrate(client, new URL("./migrations/", import.meta.url))
    await checkProtection(client, setting)
    return applied
  })
  await prepareQueues(connection)
  return applied
}

/** Firms are kept apart by what the database does, not by what we ask: so it is tried before anybody is served. */
async function refuseLeaks(db: Database, setting: string): Promise<void> {
  const leaks = await findLeaks(db)
  if (leaks.length > 0)
    throw new Error(
      `The database of ${setting} does not keep firms apart: ${leaks.join("; ")}. Nothing is served. Let ${setting} name a role that owns the tables and is made as docs/operating.md says, or restore a backup.`,
    )
}

function baseUrlOf({ base_url, host, port }: Config): string {
  return base_url ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}
