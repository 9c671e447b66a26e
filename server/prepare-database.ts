import type pg from "pg"
import type { Database } from "./platform/db/database.ts"
import { migrate, prepareAlone } from "./platform/db/migrate.ts"
import { checkProtection, ensureRoles } from "./platform/db/roles.ts"
import { checkServer } from "./platform/db/server-checks.ts"
import { prepareQueues } from "./platform/jobs/prepare.ts"
import { findLeaks } from "./system/separation.ts"

export const migrations = new URL("./migrations/", import.meta.url)

/**
 * Checks that the database is usable, then brings roles, tables and job queues up to date, in this order. Throws an
 * error that names the setting and the remedy. Any number of processes may call it at once.
 */
export async function prepareDatabase(
  connection: pg.PoolConfig,
  setting = "DATABASE_URL",
): Promise<string[]> {
  const applied = await prepareAlone({ connection, setting }, async (client) => {
    await checkServer(client, setting)
    await ensureRoles(client, setting)
    const applied = await migrate(client, migrations)
    await checkProtection(client, setting)
    return applied
  })
  await prepareQueues(connection)
  return applied
}

/** Throws unless row-level security really isolates firms. Queries rely on it, so it is tested before the first request. */
export async function refuseLeaks(db: Database, setting: string): Promise<void> {
  const leaks = await findLeaks(db)
  if (leaks.length > 0)
    throw new Error(
      `The database of ${setting} does not keep firms apart: ${leaks.join("; ")}. Nothing is served. Let ${setting} name a role that owns the tables and is created as docs/operating.md says, or restore a backup.`,
    )
}
