// Several servers may share the firms of an installation. Each records its own name and those of the others, because a
// process that does not know one of them would treat its firms as unknown.
import type pg from "pg"
import type { Tx } from "../db/database.ts"
import { sql } from "../db/sql.ts"
import { InstallationFault } from "./fault.ts"

export interface ServerNames {
  name: string
  /** The names of all servers, including lost ones. */
  all: readonly string[]
}

/** Records this server's name in the settings. Throws `InstallationFault` if it had another name, or a known server is missing. */
export async function noteServer(client: pg.Client, names: ServerNames, database: string): Promise<void> {
  const { name, all } = names
  const { rows } = await client.query<{ server: string | null; servers: string[] }>(
    "select server, servers from installation",
  )
  const { server = null, servers = [] } = rows[0] ?? {}
  if (server !== null && server !== name)
    throw new InstallationFault(
      `The database (${database}) is the server “${server}” of its installation, but the settings call it “${name}”. Correct DATABASE_URL or FOYER_MORE_DATABASES.`,
    )
  const missing = servers.filter((one) => !all.includes(one))
  if (missing.length > 0)
    throw new InstallationFault(
      `The firms of this installation are spread over several servers, and FOYER_MORE_DATABASES lacks ${missing.join(", ")}. Name every server. For one that is gone for good, write ${missing[0]}=gone.`,
    )
  if (server === null && all.length > 1) await client.query("update installation set server = $1", [name])
}

/** Records the names of all servers on one server, once every server that is up has been checked. */
export async function noteServers(tx: Tx, all: readonly string[]): Promise<void> {
  await tx.run(sql`update installation set servers = ${all} where servers <> ${all}`)
}
