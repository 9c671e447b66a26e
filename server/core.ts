import type pg from "pg"
import { openAdditionalServers, serverNames } from "./additional-servers.ts"
import type { Config } from "./config.ts"
import { checkPooling, openDatabaseConnections } from "./database-connections.ts"
import { findHome } from "./embedded-postgres/location.ts"
import { resolveHomes } from "./firms/moving/homes.ts"
import type { Parts } from "./parts.ts"
import { type Database, openDatabase } from "./platform/db/database.ts"
import { traceDatabase } from "./platform/db/trace-database.ts"
import { openFileStore } from "./platform/files/file-store.ts"
import { openScanner } from "./platform/files/virus-scanner.ts"
import { followWhenOpen } from "./platform/installation/following.ts"
import { openInstallation } from "./platform/installation/installation.ts"
import {
  checkDataFolder,
  createDataFolder,
  describeLocation,
  storeOptions,
} from "./platform/installation/location.ts"
import { noteServers } from "./platform/installation/server-names.ts"
import { checkStoreOfNew } from "./platform/installation/stores.ts"
import { type Logger, openLog } from "./platform/log.ts"
import { openRouter } from "./platform/servers/router.ts"
import { first_server, type Server } from "./platform/servers/server.ts"
import { logSilence } from "./platform/servers/silence.ts"
import { openTracing } from "./platform/tracing.ts"
import { prepareDatabase, refuseLeaks } from "./prepare-database.ts"
import { readVersion } from "./system/base.ts"
import { openAssets } from "./ui/assets.ts"

/** Everything a command needs to call the product's functions: all of the service but its routes. */
export interface Core extends Parts {
  /** Connects to the database directly, past any pooler: for the job queue, locks, LISTEN and backups. With several servers, to the first. */
  connection: pg.PoolConfig
  /** The database servers that hold the firms, nearly always one. */
  servers: readonly Server[]
  close(): Promise<void>
}

/**
 * Opens the database, the keys and the file store. A command may join the embedded database of a running server; a
 * server (`owner`) starts its own, and throws when another process already runs it.
 */
export async function openCore(config: Config, { owner = false } = {}): Promise<Core> {
  const closing = new AsyncDisposableStack()
  try {
    const log = openLog(config.log_level)
    const tracing = config.otlp_endpoint ? await openTracing(await readVersion()) : undefined
    if (tracing) closing.defer(() => tracing.close())
    await checkDataFolder(config.data_dir)
    const files = await openFileStore(storeOptions(config))
    const location = describeLocation(config)
    // Never create a new cluster next to the files of one that was lost.
    if (!config.database_url && !findHome(config.data_dir)) await checkStoreOfNew(files, location)
    const connections = await openDatabaseConnections(config, owner, (line) =>
      log.debug({ part: "postgres" }, line),
    )
    closing.defer(() => connections.close())
    const { connection, setting } = connections.direct
    const { keeps_statements } = await checkPooling(connections)
    const all = serverNames(config)
    const { installation_id, ring } = await openInstallation({
      ...config,
      way: connections.direct,
      files,
      location,
      prepare: async () => {
        // The embedded database creates the folder itself, with permissions its own account can pass.
        await createDataFolder(config.data_dir)
        await prepareDatabase(connection, setting)
      },
      ...(all && { names: { name: first_server, all } }),
    })
    const opened = openDatabase({
      connection: connections.pooled.connection,
      max_connections: config.database_connections,
      named_statements: keeps_statements,
      is_one_of_several: all !== undefined,
      // The driver attaches its entire client to the error; log the message only.
      onError: ({ message }) => log.warn({ reason: message }, "database connection lost"),
    })
    closing.defer(() => opened.close())
    const trace = (db: Database) => (tracing ? traceDatabase(db) : db)
    await refuseLeaks(opened, connections.pooled.setting)
    const first = {
      name: first_server,
      db: trace(opened),
      connection,
      isOpen: () => true,
      opened: Promise.resolve(),
    }
    const more = all ? await openAdditionalServers(config, { installation_id, files, log }) : []
    for (const server of more) closing.defer(() => server.close())
    const several = [first, ...more.map((server) => ({ ...server, db: trace(server.db) }))]
    const servers = all ? several.map((server) => logSilence(server, log)) : several
    for (const { db, isOpen } of servers)
      if (all && isOpen()) await db.forPlatform((tx) => noteServers(tx, all))
    for (const { name, db, opened } of servers)
      closing.defer(await followWhenOpen(opened, { db, ring, log, obeys: name === first_server }))
    if (all) await resolveWhenOpen(servers, log)
    return {
      config,
      log,
      connection,
      servers,
      db: all ? openRouter(servers) : first.db,
      installation_id,
      ring,
      files,
      scanner: config.clamav ? openScanner(config.clamav) : undefined,
      assets: await openAssets(),
      base_url: baseUrlOf(config),
      close: () => closing.disposeAsync(),
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

/** Resolves the homes of restored firms now if all servers are up, otherwise as soon as they are. */
async function resolveWhenOpen(servers: readonly Server[], log: Logger): Promise<void> {
  if (servers.every((server) => server.isOpen())) return resolveHomes(servers)
  Promise.all(servers.map(({ opened }) => opened))
    .then(() => resolveHomes(servers))
    .catch((error: unknown) => log.error({ err: error }, "could not assign restored firms to servers"))
}

function baseUrlOf({ base_url, host, port }: Config): string {
  return base_url ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}
