// Ids of rows a session can't see, in rows that it sees: a trace of what is hidden.
import { joinSql, rawSql, sql, type Tx } from "../../server/platform/db/sql.ts"
import type { FirmTable } from "./fill-tables.ts"

/** The ids of all rows that the transaction sees. */
export async function listVisibleIds(tx: Tx, tables: readonly FirmTable[]): Promise<Set<string>> {
  const named = await tx.all<{ name: string }>(sql`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
     where c.relname = any(${tables.map(({ name }) => name)}::text[]) and a.atttypid = 'record_id'::regtype`)
  const rows = await tx.all<{ id: string }>(
    joinSql(
      named.map(({ name }) => sql`select id::text from ${rawSql(name)}`),
      " union ",
    ),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Each table that shows the transaction one of these ids, with the ids' prefixes. */
export async function findIds(
  tx: Tx,
  tables: readonly FirmTable[],
  hidden: ReadonlySet<string>,
): Promise<string[]> {
  const found = new Set<string>()
  for (const { name } of tables) {
    const rows = await tx.all<{ row: string }>(sql`select t::text as row from ${rawSql(name)} t`)
    for (const { row } of rows)
      for (const [id = ""] of row.matchAll(/[a-z_]+_[PF]?[0-9A-F]{32}/g))
        if (hidden.has(id)) found.add(`${name}: ${id.replace(/_[PF]?[0-9A-F]{32}$/, "")}`)
  }
  return [...found].toSorted()
}
