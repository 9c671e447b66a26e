// The connections to the database: one for requests, possibly through a pooler, and a direct one for work that needs a session.
import type { Config } from "./config.ts"
import type { DatabaseTarget } from "./platform/db/connections/connect-database.ts"
import { findPooling, type Pooling } from "./platform/db/connections/pooler.ts"
import { connectionTo } from "./platform/db/connections/primary.ts"
import type { Application } from "./platform/embedded-postgres/account.ts"
import { openEmbeddedPostgres, startEmbeddedPostgres } from "./platform/embedded-postgres/embedded.ts"

/** Identifies this program to the embedded database. */
export const application: Application = {
  name: "foyer",
  title: "Foyer",
  database_setting: "DATABASE_URL",
}

export interface DatabaseConnections {
  pooled: DatabaseTarget
  /** Past any pooler: for the job queue, locks, LISTEN and migrations. */
  direct: DatabaseTarget
  close(): Promise<void>
}

/** Connects to DATABASE_URL, or starts (`owner`) or joins the embedded database when it is unset. */
export async function openDatabaseConnections(
  { database_url, direct_database_url, data_dir }: Config,
  owner: boolean,
  log: (line: string) => void,
): Promise<DatabaseConnections> {
  if (database_url) {
    const pooled = { connection: connectionTo(database_url), setting: "DATABASE_URL" }
    const direct = direct_database_url && {
      connection: connectionTo(direct_database_url),
      setting: "FOYER_DIRECT_DATABASE_URL",
    }
    return { pooled, direct: direct || pooled, close: async () => undefined }
  }
  const open = owner ? startEmbeddedPostgres : openEmbeddedPostgres
  const embedded = await open({ data_dir, application, log })
  const way = { connection: { ...embedded.connection }, setting: "FOYER_DATA" }
  return { pooled: way, direct: way, close: () => embedded.stop() }
}

/** Returns what the pooler in DATABASE_URL, if any, preserves. Throws when the direct connection does not keep sessions, or goes to another database. */
export async function checkPooling({ pooled, direct }: DatabaseConnections): Promise<Pooling> {
  const pooling = await findPooling(pooled)
  const pooled_to = direct === pooled ? pooling : await findPooling(direct)
  if (!pooled_to.keeps_sessions)
    throw new Error(
      direct === pooled
        ? "DATABASE_URL points to a pooler that shares connections between transactions. Set FOYER_DIRECT_DATABASE_URL to the database itself: background work and migrations need a direct connection."
        : "FOYER_DIRECT_DATABASE_URL points to a pooler that shares connections between transactions. Name the database itself.",
    )
  if (pooled_to.place !== pooling.place)
    throw new Error(
      "DATABASE_URL and FOYER_DIRECT_DATABASE_URL point to different databases or servers. Point both to the same one.",
    )
  return pooling
}
