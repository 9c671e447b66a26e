// The tables of a backup, and how to read their rows: always sorted by key, so that the same rows have the same
// checksum in every database.
import type { Readable } from "node:stream"
import pg from "pg"
import { to as copyTo } from "pg-copy-streams"

export interface Table {
  name: string
  /** Stored columns; generated ones are computed on restore. */
  columns: string[]
  /** The columns that order its rows. */
  key: string[]
}

/**
 * Every table that `foyer_platform` may read, which is every table of ours except `migrations`. Anything else in the
 * schema is not ours.
 */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns,
           array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
                   from pg_attribute a left join pg_index i on i.indrelid = c.oid and i.indisprimary
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                    -- Without a primary key all columns make the order: rows that tie are the same.
                    and (i.indkey is null or a.attnum = any(i.indkey))
                  order by array_position(i.indkey::int2[], a.attnum), a.attnum) as key
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
       and has_table_privilege('foyer_platform', c.oid, 'select')
     order by c.relname collate "C"`)
  return rows
}

/** Selects the rows of a table as its file has them: all, or those of one firm. */
export function readTable(client: pg.Client, { name, columns, key }: Table, firm_id?: string): Readable {
  const ofFirm =
    firm_id === undefined ? "" : `where ${name === "firms" ? "id" : "firm_id"} = ${pg.escapeLiteral(firm_id)}`
  return client.query(
    copyTo(
      `copy (select ${listed(columns)} from public.${pg.escapeIdentifier(name)} ${ofFirm} order by ${key.join(", ")}) to stdout`,
    ),
  )
}

/** Column names as a list in SQL. */
export function listed(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ")
}

/** Settings that make text portable between servers and keep long copies from timing out. */
export const sessionSettings = `
  set local client_encoding = 'UTF8';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`
