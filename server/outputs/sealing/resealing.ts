// Reencrypts everything with the current master key, in small batches while the system is in use. A text is replaced
// only if it has not changed since it was read, so no newer write is lost. The next run resumes after an interruption.

import { renewMarks } from "../../intake/submissions/review/renewing-marks.ts"
import type { Database } from "../../platform/db/database.ts"
import { joinSql, rawSql, sql, type Tx } from "../../platform/db/sql.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import type { Row, SealedColumn } from "./columns.ts"
import { registry, sealValueAgain } from "./registry.ts"

export interface Resealing {
  db: Database
  ring: KeyRing
  /** Called after every batch with the number of texts it reencrypted. */
  onPiece?: ((count: number, table: string) => unknown) | undefined
}

const piece = 100

/** A value that does not decrypt: damaged, moved, or encrypted with a missing key. */
export interface Unsealable {
  table: string
  column: string
  /** The row, e.g. `firm_…/answer_…`. */
  row: string
  reason: string
}

/**
 * Runs one pass over everything. Returns how many values it reencrypted, and which do not decrypt. May miss values
 * written in the meantime.
 */
export async function sealAllAgain(parts: Resealing): Promise<{ count: number; left: Unsealable[] }> {
  const left: Unsealable[] = []
  let count = 0
  for (const column of registry) count += await sealColumnAgain(parts, column, left)
  return { count: count + (await renewAllMarks(parts, left)), left }
}

async function sealColumnAgain(
  { db, ring, onPiece }: Resealing,
  column: SealedColumn,
  left: Unsealable[],
): Promise<number> {
  let count = 0
  let after: unknown[] | undefined
  for (;;) {
    const rows = await db.forPlatform((tx) => readPiece(tx, ring, column, after))
    const fresh = rows.flatMap((read) => sealRow(ring, column, read, left))
    count += await db.forPlatform((tx) => replaceAll(tx, column, fresh))
    const last = rows.at(-1)
    if (!last) return count
    after = keyOf(column, last.row)
    await onPiece?.(rows.length, column.table)
  }
}

interface ReadRow {
  row: Row
  value: string
}

const keyNames = ({ table, identity }: SealedColumn) =>
  table === "firms" ? ["id"] : ["firm_id", ...identity]
const keyOf = (column: SealedColumn, row: Row) => keyNames(column).map((name) => row[name])

/** Returns the next rows, by key, with a text under a key other than the current one. */
function readPiece(
  tx: Tx,
  ring: KeyRing,
  column: SealedColumn,
  after: unknown[] | undefined,
): Promise<ReadRow[]> {
  const names = rawSql(keyNames(column).join(", "))
  const later = after ? sql`(${names}) > (${joinSql(after.map((value) => sql`${value}`))})` : sql`true`
  return tx.all(sql`
    select to_jsonb(t) as row, ${rawSql(column.column)}::text as value from ${rawSql(column.table)} t
     where ${later} and exists (
           select from unnest(${rawSql(column.texts)}) text where split_part(text, '.', 2) <> ${ring.current_key_id})
     order by ${names} limit ${piece}`)
}

interface FreshRow extends ReadRow {
  fresh: string
}

function sealRow(ring: KeyRing, column: SealedColumn, read: ReadRow, left: Unsealable[]): FreshRow[] {
  const { row, value } = read
  try {
    const fresh = sealValueAgain(ring, column, row, value)
    return fresh === value ? [] : [{ ...read, fresh }]
  } catch (error) {
    const { table, column: name } = column
    left.push({ table, column: name, row: keyOf(column, row).join("/"), reason: (error as Error).message })
    return []
  }
}

/** Returns how many rows were unchanged since they were read. */
async function replaceAll(tx: Tx, column: SealedColumn, rows: readonly FreshRow[]): Promise<number> {
  const [table, name, type] = [rawSql(column.table), rawSql(column.column), rawSql(column.type)]
  let count = 0
  for (const { row, value, fresh } of rows) {
    const isRow = keyNames(column).map((key) => sql`${rawSql(key)} = ${row[key]}`)
    count += await tx.run(sql`
      update ${table} set ${name} = ${fresh}::${type}
       where ${joinSql(isRow, " and ")} and ${name} = ${value}::${type}`)
  }
  return count
}

/** Acknowledgments by staff are identified by a signature, which is renewed matter by matter. */
async function renewAllMarks({ db, ring, onPiece }: Resealing, left: Unsealable[]): Promise<number> {
  const matters = await db.forPlatform((tx) =>
    tx.all<{ firm_id: string; matter_id: string }>(sql`
      select distinct firm_id, matter_id from seen_changes
       where mark_key_id is distinct from ${ring.current_key_id} order by 1, 2`),
  )
  let count = 0
  for (const { firm_id, matter_id } of matters) {
    const renewed = await db
      .forFirm(firm_id, (tx) => renewMarks(tx, ring, matter_id))
      .catch((error: unknown) => {
        left.push({
          table: "seen_changes",
          column: "mark",
          row: `${firm_id}/${matter_id}`,
          reason: (error as Error).message,
        })
        return 0
      })
    count += renewed
    await onPiece?.(renewed, "seen_changes")
  }
  return count
}
