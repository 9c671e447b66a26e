// The database servers in FOYER_MORE_DATABASES. Each is prepared like the one in DATABASE_URL and joins its installation.
import type { Config } from "./config.ts"
import { checkPooling } from "./database-connections.ts"
import { openDatabase } from "./platform/db/database.ts"
import { connectionTo } from "./platform/db/primary.ts"
import type { FileStore } from "./platform/files/store.ts"
import { openInstallation } from "./platform/installation/installation.ts"
import { describeLocation } from "./platform/installation/location.ts"
import type { ServerNames } from "./platform/installation/server-names.ts"
import type { Logger } from "./platform/log.ts"
import { openServer } from "./platform/servers/opening.ts"
import { first_server } from "./platform/servers/server.ts"
import { prepareDatabase, refuseLeaks } from "./prepare-database.ts"

/** Returns the names of all database servers, or undefined when there is only one. */
export function serverNames({ more_databases }: Config): string[] | undefined {
  return more_databases.length > 0 ? [first_server, ...more_databases.map(({ name }) => name)] : undefined
}

/** Opens all of them concurrently. Throws an error naming any server that responds but cannot be used; one that is down opens later. */
export async function openAdditionalServers(
  config: Config,
  { installation_id, files, log }: { installation_id: string; files: FileStore; log: Logger },
) {
  const all = serverNames(config) ?? []
  return Promise.all(
    config.more_databases.flatMap(({ name, url }) => {
      if (!url) return []
      const way = { connection: connectionTo(url), setting: `FOYER_MORE_DATABASES (${name})` }
      const database = {
        connection: way.connection,
        max_connections: config.database_connections,
        onError: ({ message }: Error) =>
          log.warn({ server: name, reason: message }, "database connection lost"),
      }
      const names: ServerNames = { name, all }
      const prepare = async () => {
        await checkPooling({ pooled: way, direct: way, close: async () => undefined })
        await openInstallation({
          ...config,
          way,
          files,
          location: { ...describeLocation({ ...config, database_url: url }), database: way.setting },
          prepare: () => prepareDatabase(way.connection, way.setting),
          names,
          joins: installation_id,
        })
        const db = openDatabase({ ...database, max_connections: 2 })
        await refuseLeaks(db, way.setting).finally(() => db.close())
      }
      return [openServer({ name, database, log, prepare })]
    }),
  )
}
