import { readdir } from "node:fs/promises"
import { sql } from "../platform/db/sql.ts"
import type { Asked, Finding } from "./checks.ts"
import { bytesText } from "./words.ts"

export async function checkDatabase({ parts: { config, db }, scope }: Asked): Promise<Finding[]> {
  const { version, number, size, address } = await db.forPlatform((tx) =>
    tx.one<{ version: string; number: number; size: number; address: string | null }>(sql`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
             pg_database_size(current_database()) as size, host(inet_server_addr()) as address`),
  )
  const isRecent = number >= 150_000
  const place = config.database_url ? `on ${address ?? "this machine"}` : `embedded, in ${config.data_dir}`
  const where = scope.sees_places ? `, ${place}` : ""
  return [
    {
      topic: "Database",
      well: isRecent,
      sentence: `PostgreSQL ${version}${where}, ${bytesText(size)}${isRecent ? "" : ": 15 or later is needed"}`,
    },
  ]
}

export async function checkMigrations({ parts: { db } }: Asked): Promise<Finding[]> {
  const [files, applied] = await Promise.all([
    readdir(new URL("../migrations/", import.meta.url)),
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
        ? `A newer Foyer has changed the tables (${unknown} migrations): bring this one up to date`
        : `All ${ours.length} migrations are applied, the last is ${ours.toSorted().at(-1)}`
  return [{ topic: "Tables", well: missing + unknown === 0, sentence }]
}

export async function checkProtection({ parts: { db } }: Asked): Promise<Finding[]> {
  const unprotected = await db.forPlatform((tx) =>
    tx.all<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and not (c.relrowsecurity and c.relforcerowsecurity)`),
  )
  const names = unprotected.map(({ name }) => name).join(", ")
  return [
    {
      topic: "Separation of firms",
      well: names === "",
      sentence: names
        ? `Row security is not forced on: ${names}`
        : "Row security is forced on every firm table",
    },
  ]
}
