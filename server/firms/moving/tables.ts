import type pg from "pg"

/** A table with rows of firms, by its quoted name. */
export interface FirmTable {
  name: string
  /** The columns of its primary key, quoted; none where it has none. */
  key: string[]
}

/** The tables with a firm's rows but `firms` itself, in one order everywhere. */
export async function listFirmTables(client: pg.Client): Promise<FirmTable[]> {
  const { rows } = await client.query<FirmTable>(`
    select quote_ident(c.relname) as name,
           array(select quote_ident(k.attname) from pg_index i
                   join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
                  where i.indrelid = c.oid and i.indisprimary) as key
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id' and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     order by c.relname collate "C"`)
  return rows
}

/** Removes a firm's rows without a trace, as an administrator: no trigger acts. With them, in one commit, goes `more`. */
export async function removeRows(
  administrator: pg.Client,
  tables: readonly FirmTable[],
  firm_id: string,
  more: readonly string[] = [],
  beforeCommit?: () => unknown,
): Promise<void> {
  await administrator.query("begin; set local session_replication_role = replica")
  try {
    for (const { name } of tables)
      await administrator.query(`delete from ${name} where firm_id = $1`, [firm_id])
    for (const statement of more) await administrator.query(statement, [firm_id])
    await beforeCommit?.()
    await administrator.query("commit")
  } catch (error) {
    await administrator.query("rollback").catch(() => undefined)
    throw error
  }
}
