// How one import's file is read: what staff chose, what the file proves, and what follows from the firm's place.
import type { DateOrder } from "../../definition/values/spreadsheet-dates.ts"
import { firmDayOf, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { type DaysOfTimes, type FileOrder, findFileOrder } from "./dates.ts"
import type { ImportRow } from "./imports.ts"
import { mappingOf } from "./mapping.ts"
import type { Colleague, PlanContext } from "./plan.ts"
import type { Encoding } from "./table/encodings.ts"
import { type ImportTable, readTable } from "./table/table.ts"
import { isInUnitedStates } from "./us-time-zones.ts"

export interface ReadImport {
  table: ImportTable
  mapping: ImportRow["mapping"]
  encoding: Encoding
  country_iso: string
  time_zone: string
  days_of_times: DaysOfTimes | undefined
  /** Undefined where nothing says whether 5/3/1962 is in March or May: each such date is a fault. */
  date_order: DateOrder | undefined
  is_order_assumed: boolean
  /** What the file's own dates prove. */
  proven: FileOrder | undefined
}

/** The firm's day and zone. */
export interface Today {
  today: string
  time_zone: string
}

export function readToday(tx: Tx): Promise<Today> {
  return tx.one(
    sql`select time_zone, ${firmDayOf(tx.now)}::text as today from firms where id = current_firm()`,
  )
}

/** The open import's table; throws "bad request" if the chosen encoding makes none of the file. */
export function readImport(row: ImportRow, { time_zone }: Today): ReadImport {
  const { choices } = row
  const table = readTable(row.content, choices.encoding)
  // Another encoding may find other columns.
  const mapping = row.mapping.length === table.header.length ? row.mapping : mappingOf(table)
  const proven = findFileOrder(table, mapping)
  const local = isInUnitedStates(time_zone) ? "month_first" : undefined
  const known = choices.date_order ?? proven?.order
  return {
    table,
    mapping,
    encoding: table.encoding,
    country_iso: choices.country_iso ?? "US",
    time_zone,
    days_of_times: choices.days_of_times,
    date_order: known ?? local,
    is_order_assumed: known === undefined,
    proven,
  }
}

/** Everything a plan depends on but the table. */
export function contextOf(
  { table: _, mapping: __, encoding: ___, proven: ____, ...choices }: ReadImport,
  { today }: Today,
  colleagues: Colleague[],
): Omit<PlanContext, "writes_h"> {
  return { ...choices, today, colleagues }
}

export function listColleagues(tx: Tx): Promise<Colleague[]> {
  return tx.all(sql`
    select id, ${userName(sql`users`)} as name, email
      from users where is_firm_staff and deactivated_at is null and role <> 'read_only'`)
}
