// The ways to the database: one for requests, which may lead through a pooler, and one for what needs a session.
import type { Config } from "./config.ts"
import type { Application } from "./embedded-postgres/account.ts"
import { openEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres/embedded.ts"
import type { Way } from "./platform/db/connect-database.ts"
import { findPooling, type Pooling } from "./platform/db/pooler.ts"
import { connectionTo } from "./platform/db/primary.ts"

/** How the embedded database knows whose it is. */
export const application: Application = {
  name: "foyer",
  title: "Foyer",
  database_setting: "DATABASE_URL",
}

export interface Ways {
  pooled: Way
  /** Past any pooler: for the queue, locks, listening and migrations. */
  direct: Way
  close(): Promise<void>
}

/** Starts or joins the embedded database where no setting names another. */
export async function openWays(
  { database_url, direct_database_url, data_dir }: Config,
  owner: boolean,
  log: (line: string) => void,
): Promise<Ways> {
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

/** What the pooler in DATABASE_URL keeps, where there is one; throws when it is no way for sessions and there is no other. */
export async function checkPooling({ pooled, direct }: Ways): Promise<Pooling> {
  const pooling = await findPooling(pooled)
  const pooled_to = direct === pooled ? pooling : await findPooling(direct)
  if (!pooled_to.keeps_sessions)
    throw new Error(
      direct.setting.startsWith("FOYER_MORE_DATABASES")
        ? `${direct.setting} leads to a pooler that shares connections between transactions. Name the server itself: background work and migrations need it.`
        : direct === pooled
          ? "DATABASE_URL leads to a pooler that shares connections between transactions. Set FOYER_DIRECT_DATABASE_URL to the database itself: background work and migrations need it."
          : "FOYER_DIRECT_DATABASE_URL leads to a pooler that shares connections between transactions. Name the database itself.",
    )
  if (pooled_to.place !== pooling.place)
    throw new Error(
      "DATABASE_URL and FOYER_DIRECT_DATABASE_URL lead to different databases or servers. Let both lead to the same one.",
    )
  return pooling
}
