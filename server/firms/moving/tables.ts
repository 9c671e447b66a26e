import type pg from "pg"

/** A table with firms' rows, by its quoted name. */
export interface FirmTable {
  name: string
  /** The quoted columns of its primary key; none if it has none. */
  key: string[]
}

/** Returns the tables with a firm's rows, except `firms` itself, always in the same order. */
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

/** Deletes a firm's rows as an administrator, without firing triggers. Runs `more` in the same transaction. */
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
