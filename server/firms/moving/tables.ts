import type pg from "pg"

/** The tables with a firm's rows but `firms` itself, quoted, in one order everywhere. */
export async function listFirmTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select quote_ident(c.relname) as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id' and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     order by c.relname collate "C"`)
  return rows.map(({ name }) => name)
}

/** Removes a firm's rows without a trace, as an administrator: no trigger acts, and `more` is removed with them. */
export async function removeRows(
  administrator: pg.Client,
  tables: readonly string[],
  firm_id: string,
  more: readonly string[] = [],
): Promise<void> {
  await administrator.query("begin; set local session_replication_role = replica")
  for (const table of tables) await administrator.query(`delete from ${table} where firm_id = $1`, [firm_id])
  for (const statement of more) await administrator.query(statement, [firm_id])
  await administrator.query("commit")
}
