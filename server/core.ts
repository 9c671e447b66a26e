import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import type { Config } from "./config.ts"
import { checkPooling, openDatabaseConnections } from "./database-connections.ts"
import { filtersWith } from "./follow-up/queues/follow-up.ts"
import type { Parts } from "./parts.ts"
import { findUnreachable } from "./platform/db/connections/connect-database.ts"
import { openDatabase } from "./platform/db/database.ts"
import { traceDatabase } from "./platform/db/trace-database.ts"
import { findHome } from "./platform/embedded-postgres/location.ts"
import { reportForeignFilesTo } from "./platform/files/foreign/foreign-files.ts"
import { openFileStore } from "./platform/files/store/file-store.ts"
import { openScanner } from "./platform/files/virus-scanner.ts"
import { followKeys } from "./platform/installation/following.ts"
import { noInstallation, openInstallation } from "./platform/installation/installation.ts"
import {
  checkDataFolder,
  createDataFolder,
  describeLocation,
  storeOptions,
} from "./platform/installation/location.ts"
import { checkStoreOfNew } from "./platform/installation/stores.ts"
import { openLog } from "./platform/log.ts"
import { openTracing } from "./platform/tracing.ts"
import { readVersion } from "./platform/version.ts"
import { prepareDatabase, refuseLeaks, refuseWrongClock, requireMigrated } from "./prepare-database.ts"
import { openAssets } from "./web/ui/assets.ts"

/** Everything a command needs to call the product's functions: all of the service but its routes. */
export interface Core extends Parts {
  /** Connects to the database directly, past any pooler: for the job queue, locks, LISTEN and backups. */
  connection: pg.PoolConfig
  close(): Promise<void>
}

/**
 * What is done about an installation that is opened: `ready` creates and migrates it; `current` throws unless it exists
 * and is migrated; `any` takes it as it is, and only throws if there is none.
 */
type InstallationState = "ready" | "current" | "any"

export interface CoreOptions {
  /** A server starts its own embedded database, and throws when another process already runs it; a command may join it. */
  owner?: boolean
  state?: InstallationState
  /** Whether to wait for a database that does not respond yet. */
  waits?: boolean
  /** Called once before waiting. */
  say?: (sentence: string) => void
}

/** Opens the database, the keys and the file store. Throws an error that names the setting if the database does not respond. */
export async function openCore(config: Config, options: CoreOptions = {}): Promise<Core> {
  const { waits = options.owner ?? false, say = console.error } = options
  const until_ms = performance.now() + (waits ? config.database_wait_s * 1_000 : 0)
  for (let has_said = false; ; has_said = true) {
    try {
      return await openOnce(config, options)
    } catch (error) {
      const unreachable = config.database_url && findUnreachable(error, "DATABASE_URL")
      if (!unreachable) throw error
      if (performance.now() >= until_ms) throw unreachable
      if (!has_said) say(`${unreachable.message} Waiting up to ${config.database_wait_s} seconds.`)
      await sleep(retry_ms)
    }
  }
}

const retry_ms = 500

async function openOnce(config: Config, { owner = false, state = "ready" }: CoreOptions): Promise<Core> {
  const closing = new AsyncDisposableStack()
  try {
    const log = openLog(config.log_level)
    reportForeignFilesTo(log)
    const tracing = config.otlp_endpoint ? await openTracing(await readVersion()) : undefined
    if (tracing) closing.defer(() => tracing.close())
    await checkDataFolder(config.data_dir)
    const files = await openFileStore(storeOptions(config))
    const location = describeLocation(config)
    // Never create a new cluster next to the files of one that was lost.
    if (!config.database_url && !findHome(config.data_dir)) {
      if (state !== "ready") throw noInstallation(location)
      await checkStoreOfNew(files, location)
    }
    const connections = await openDatabaseConnections(config, owner, (line) =>
      log.debug({ part: "postgres" }, line),
    )
    closing.defer(() => connections.close())
    const { connection, setting } = connections.direct
    const { keeps_statements } = await checkPooling(connections)
    const { installation_id, ring } = await openInstallation({
      ...config,
      way: connections.direct,
      files,
      location,
      isExisting: state !== "ready",
      prepare: async () => {
        if (state === "current") await requireMigrated(connections.direct)
        if (state !== "ready") return
        // The embedded database creates the folder itself, with permissions its own account can pass.
        await createDataFolder(config.data_dir)
        await prepareDatabase(connection, setting)
      },
    })
    const opened = openDatabase({
      connection: connections.pooled.connection,
      max_connections: config.database_connections,
      named_statements: keeps_statements,
      // The driver attaches its entire client to the error; log the message only.
      onError: ({ message }) => log.warn({ reason: message }, "database connection lost"),
    })
    closing.defer(() => opened.close())
    if (state !== "any") await refuseLeaks(opened, connections.pooled.setting)
    if (state === "ready") await refuseWrongClock(opened)
    const db = tracing ? traceDatabase(opened) : opened
    if (state !== "any") {
      const following = await followKeys({ db, ring, log })
      closing.defer(() => following.close())
    }
    return {
      config,
      log,
      connection,
      db,
      installation_id,
      ring,
      files,
      scanner: config.clamav ? openScanner(config.clamav) : undefined,
      assets: await openAssets(),
      base_url: baseUrlOf(config),
      filtersWith,
      close: () => closing.disposeAsync(),
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

function baseUrlOf({ base_url, host, port }: Config): string {
  return base_url ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}
