import { readdir } from "node:fs/promises"
import { unprotected } from "../../platform/db/connections/roles.ts"
import { rawSql, sql } from "../../platform/db/sql.ts"
import { bytesText } from "../../platform/text/sizes-and-ages.ts"
import { brokenUnless, type CheckInput, type Finding } from "./finding.ts"
import { findLeaks } from "./separation.ts"

export async function checkDatabase({ parts: { config, db }, scope }: CheckInput): Promise<Finding[]> {
  const { version, number, size, address } = await db.forPlatform((tx) =>
    tx.one<{ version: string; number: number; size: number; address: string | null }>(sql`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
             pg_database_size(current_database()) as size, host(inet_server_addr()) as address`),
  )
  const isRecent = number >= 150_000
  const place = config.database_url ? `on ${address ?? "this machine"}` : `embedded, in ${config.data_dir}`
  const where = scope.shows_paths ? `, ${place}` : ""
  return [
    {
      topic: "Database",
      ...brokenUnless(isRecent),
      sentence: `PostgreSQL ${version}${where}, ${bytesText(size)}${isRecent ? "" : ": 15 or later is needed"}`,
    },
  ]
}

export async function checkMigrations({ parts: { db } }: CheckInput): Promise<Finding[]> {
  const [files, applied] = await Promise.all([
    readdir(new URL("../../migrations/", import.meta.url)),
    db.forPlatform((tx) => tx.all<{ name: string }>(sql`select name from applied_migrations()`)),
  ])
  const ours = files.filter((name) => name.endsWith(".sql"))
  const theirs = applied.map(({ name }) => name)
  const missing = ours.filter((name) => !theirs.includes(name)).length
  const unknown = theirs.filter((name) => !ours.includes(name)).length
  const sentence =
    missing > 0
      ? `${missing} migrations are not applied: run foyer migrate`
      : unknown > 0
        ? `A newer version of Foyer has changed the tables (${unknown} migrations): update this one`
        : `All ${ours.length} migrations are applied; the latest is ${ours.toSorted().at(-1)}`
  return [{ topic: "Tables", ...brokenUnless(missing + unknown === 0), sentence }]
}

export async function checkProtection({ parts: { db }, scope }: CheckInput): Promise<Finding[]> {
  const faults = await db.forPlatform((tx) => tx.all<{ name: string }>(rawSql(unprotected)))
  const missing = faults.map(({ name }) => name).join(", ")
  const leaks = await findLeaks(db, { everywhere: scope.firm_id === undefined })
  const sentences = [...(missing ? [`a policy or a right is missing on ${missing}`] : []), ...leaks]
  return [
    {
      topic: "Separation of firms",
      ...brokenUnless(sentences.length === 0),
      sentence:
        sentences.join("; ") ||
        "Tested: a firm sees no other firm’s data, and without a firm nothing is visible",
    },
  ]
}
