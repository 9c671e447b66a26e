// The firms of an installation may be spread over several servers. Each knows what it is called, and the others: a
// process that was not told of one of them would take its firms for unknown.
import type pg from "pg"
import type { Tx } from "../db/database.ts"
import { sql } from "../db/sql.ts"
import { InstallationFault } from "./fault.ts"

export interface ServerNames {
  name: string
  /** Those of all servers, those included that are gone for good. */
  all: readonly string[]
}

/** Writes down what the settings call this server. Throws `InstallationFault` where that is another, or one is missing. */
export async function noteServer(client: pg.Client, names: ServerNames, database: string): Promise<void> {
  const { name, all } = names
  const { rows } = await client.query<{ server: string | null; servers: string[] }>(
    "select server, servers from installation",
  )
  const { server = null, servers = [] } = rows[0] ?? {}
  if (server !== null && server !== name)
    throw new InstallationFault(
      `The database (${database}) is the server “${server}” of its installation, and the settings call it “${name}”. Correct DATABASE_URL or FOYER_MORE_DATABASES.`,
    )
  const missing = servers.filter((one) => !all.includes(one))
  if (missing.length > 0)
    throw new InstallationFault(
      `The firms of this installation are spread over several servers, and FOYER_MORE_DATABASES lacks ${missing.join(", ")}. Name every server; one that is gone for good as ${missing[0]}=gone.`,
    )
  if (server === null && all.length > 1) await client.query("update installation set server = $1", [name])
}

/** Lets a server know all that there are, once each that answers was found fit. */
export async function noteServers(tx: Tx, all: readonly string[]): Promise<void> {
  await tx.run(sql`update installation set servers = ${all} where servers <> ${all}`)
}
