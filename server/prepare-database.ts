import type pg from "pg"
import { findLeaks } from "./operations/system/separation.ts"
import { max_difference_ms, measureClock } from "./platform/db/clock-difference.ts"
import type { DatabaseTarget } from "./platform/db/connections/connect-database.ts"
import { checkProtection, ensureRoles } from "./platform/db/connections/roles.ts"
import { checkServer } from "./platform/db/connections/server-checks.ts"
import type { Database } from "./platform/db/database.ts"
import { compareMigrations, migrate, prepareAlone } from "./platform/db/schema/migrate.ts"
import { withDatabase } from "./platform/installation/state.ts"
import { prepareQueues } from "./platform/jobs/prepare.ts"

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

/** Throws unless the tables are those of this version. */
export async function requireMigrated(way: DatabaseTarget): Promise<void> {
  const { newer, changed, pending } = await withDatabase(way, (client) =>
    compareMigrations(client, migrations),
  )
  const [odd] = [...newer, ...changed, ...pending]
  if (odd)
    throw new Error(
      `The tables are not those of this version (${odd}). Run foyer migrate, which brings them up to date or says what else to do.`,
    )
}

/** Throws if this machine's clock is far from the database's. */
export async function refuseWrongClock(db: Database): Promise<void> {
  const { difference_ms, sentence } = await db.forPlatform(measureClock)
  if (difference_ms > max_difference_ms)
    throw new Error(
      `${sentence}. Foyer does not start, because wrong times of events could not be corrected.`,
    )
}

/** Throws unless row-level security really isolates firms. Queries rely on it, so it is tested before the first request. */
export async function refuseLeaks(db: Database, setting: string): Promise<void> {
  const leaks = await findLeaks(db)
  if (leaks.length > 0)
    throw new Error(
      `The database of ${setting} does not keep firms apart: ${leaks.join("; ")}. Nothing is served. Let ${setting} name a role that owns the tables and is created as docs/operating.md says, or restore a backup.`,
    )
}
