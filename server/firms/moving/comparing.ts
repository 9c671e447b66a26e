// Compares a firm's data on both servers. All rows are compared while the firm is in use, so that after it is
// suspended, only recently changed rows are left to compare.
import { setTimeout as delay } from "node:timers/promises"
import type { Database } from "../../platform/db/database.ts"
import { joinSql, rawSql, type Sql, sql } from "../../platform/db/sql.ts"
import type { FirmTable } from "./tables.ts"

export interface Compared {
  source: Database
  target: Database
  tables: readonly FirmTable[]
  firm_id: string
  /** How long replication may take to catch up. */
  timeout_ms: number
}

const statement_timeout_ms = 600_000

/**
 * Compares all rows of a replicated firm while it is in use, and repeats for rows still in transit until they match.
 * Returns the transaction id on `source` after which rows still have to be compared. Throws an error naming the tables
 * that stay different.
 */
export async function compareAll(compared: Compared): Promise<string> {
  const { since } = await ask(compared.source, (tx) =>
    tx.one<{ since: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as since`),
  )
  const until_ms = performance.now() + compared.timeout_ms
  for (const table of compared.tables) {
    // Rows without a key cannot be matched. Such tables are small and are compared once the firm is suspended.
    let suspects = table.key.length > 0 ? await findDifferent(compared, table) : []
    while (suspects.length > 0) {
      if (performance.now() > until_ms) throw differ([table.name])
      await delay(50)
      suspects = await keepDifferent(compared, table, suspects)
    }
  }
  return since
}

/**
 * Waits until `target` has everything that `source`, with the firm suspended, has written since transaction `since`,
 * and as many rows. Returns that number. Throws if this does not happen in time.
 */
export async function waitUntilSame(compared: Compared, since: string): Promise<number> {
  const { source, target, tables, firm_id } = compared
  const until_ms = performance.now() + compared.timeout_ms
  for (;;) {
    // Count again each time: cleanup across firms may have run on one of the servers.
    const wanted = await ask(source, (tx) =>
      tx.all<Sum & { keys: string }>(
        joinSql(
          tables.map((table) => sumChanged(table, firm_id, since)),
          " union all ",
        ),
      ),
    )
    const there = await ask(target, (tx) =>
      tx.all<Sum>(
        joinSql(
          tables.map((table, index) => sumOf(table, firm_id, wanted[index]?.keys ?? "[]")),
          " union all ",
        ),
      ),
    )
    const different = wanted.filter(
      ({ rows, sum }, index) => rows !== there[index]?.rows || sum !== there[index]?.sum,
    )
    if (different.length === 0) return wanted.reduce((total, { rows }) => total + rows, 0)
    if (performance.now() > until_ms) throw differ(different.map(({ name }) => name))
    await delay(50)
  }
}

interface Sum {
  name: string
  rows: number
  sum: string
}

/** A row as a number that can be summed: half of its MD5 and, for ranges with equal row counts, three digits. */
const number = rawSql("('x' || left(md5(t::text), 15))::bit(60)::bigint")
const stretch = rawSql("right(md5(t::text), 3)")

/** Returns the table's row count, and the keys and checksum of rows written since; for a table without a key, the checksum of all rows. */
function sumChanged(table: FirmTable, firm_id: string, since: string): Sql {
  const is_new = table.key.length > 0 ? sql`age(t.xmin) <= age(${since}::xid8::xid)` : rawSql("true")
  const key = table.key.length > 0 ? keyOf(table) : rawSql("null::jsonb")
  return sql`
    select ${table.name}::text as name, count(*) as rows, coalesce(sum(${number}) filter (where ${is_new}), 0)::text as sum,
           coalesce(jsonb_agg(${key}) filter (where ${is_new}), '[]')::text as keys
      from ${rawSql(table.name)} t where t.firm_id = ${firm_id}`
}

/** Returns the same for the rows with these keys. */
function sumOf(table: FirmTable, firm_id: string, keys: string): Sql {
  const rows =
    table.key.length > 0 ? withKeys(table, keys) : sql`${rawSql(table.name)} t where t.firm_id = ${firm_id}`
  return sql`
    select ${table.name}::text as name,
           (select count(*) from ${rawSql(table.name)} t where t.firm_id = ${firm_id}) as rows,
           (select coalesce(sum(${number}), 0)::text from ${rows}) as sum`
}

/** Returns the keys of rows that differ between the servers. */
async function findDifferent(compared: Compared, table: FirmTable): Promise<string[]> {
  const { source, target, firm_id } = compared
  const sums = (db: Database) =>
    ask(db, (tx) =>
      tx.all<{ stretch: string; sum: string }>(sql`
        select ${stretch} as stretch, count(*) || ' ' || sum(${number}) as sum
          from ${rawSql(table.name)} t where t.firm_id = ${firm_id} group by 1`),
    )
  const stretches = differenceOf(
    ...(await both(source, target, sums)),
    ({ stretch, sum }) => `${stretch} ${sum}`,
  )
  if (stretches.length === 0) return []
  const among = [...new Set(stretches.map(({ stretch }) => stretch))]
  const rows = sql`${rawSql(table.name)} t where t.firm_id = ${firm_id} and ${stretch} = any(${among})`
  return listDifferent(compared, table, rows)
}

const keepDifferent = (compared: Compared, table: FirmTable, keys: readonly string[]) =>
  listDifferent(compared, table, withKeys(table, `[${keys.join()}]`))

async function listDifferent({ source, target }: Compared, table: FirmTable, rows: Sql): Promise<string[]> {
  const list = (db: Database) =>
    ask(db, (tx) =>
      tx.all<{ key: string; hash: string }>(
        sql`select ${keyOf(table)}::text as key, md5(t::text) as hash from ${rows}`,
      ),
    )
  const different = differenceOf(...(await both(source, target, list)), ({ key, hash }) => `${key} ${hash}`)
  return [...new Set(different.map(({ key }) => key))]
}

/** The row's key as a JSON object. */
function keyOf({ key }: FirmTable): Sql {
  return rawSql(`jsonb_build_object(${key.map((column) => `'${unquoted(column)}', t.${column}`).join()})`)
}

/** Matches the rows whose keys are in this list of objects. */
function withKeys({ name, key }: FirmTable, keys: string): Sql {
  const isSame = key.map((column) => `t.${column} = k.${column}`).join(" and ")
  return sql`jsonb_populate_recordset(null::${rawSql(name)}, ${keys}::jsonb) k join ${rawSql(`${name} t on ${isSame}`)}`
}

const unquoted = (column: string) => column.replace(/^"(.*)"$/, "$1")

function differenceOf<Row>(some: Row[], others: Row[], textOf: (row: Row) => string): Row[] {
  const [one, other] = [new Set(some.map(textOf)), new Set(others.map(textOf))]
  return [...some.filter((row) => !other.has(textOf(row))), ...others.filter((row) => !one.has(textOf(row)))]
}

const both = <T>(source: Database, target: Database, read: (db: Database) => Promise<T>) =>
  Promise.all([read(source), read(target)] as const)

const ask = <T>(db: Database, work: Parameters<typeof db.forPlatform<T>>[0]) =>
  db.withTimeout(statement_timeout_ms).forPlatform(work)

function differ(names: readonly string[]): Error {
  return new Error(`The rows differ between the two servers in ${names.join(", ")}. Nothing was moved.`)
}
