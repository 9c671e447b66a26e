// How one import's file is read: what staff chose, what the file proves, and what follows from the firm's place.
import type { DateOrder } from "../../definition/values/spreadsheet-dates.ts"
import { sql, type Tx, userName } from "../../platform/db/sql.ts"
import { type FileOrder, findFileOrder } from "./dates.ts"
import type { ImportRow } from "./imports.ts"
import { guessMapping } from "./mapping.ts"
import { type Colleague, type ImportPlan, planImport } from "./plan.ts"
import type { Encoding } from "./table/encoding.ts"
import { type ImportTable, readTable } from "./table/table.ts"
import { isInUnitedStates } from "./us-time-zones.ts"

export interface ReadImport {
  table: ImportTable
  mapping: ImportRow["mapping"]
  encoding: Encoding
  country_iso: string
  /** Undefined where nothing says whether 5/3/1962 is in March or May: each such date is a fault. */
  date_order: DateOrder | undefined
  is_order_assumed: boolean
  /** What the file's own dates prove. */
  proven: FileOrder | undefined
}

export interface Today {
  today: string
  time_zone: string
}

/** The open import's table; throws "bad request" if the chosen encoding makes none of the file. */
export function readImport(row: ImportRow, { time_zone }: Today): ReadImport {
  const { choices } = row
  const table = readTable(row.content, choices.encoding)
  // Another encoding may find other columns.
  const mapping = row.mapping.length === table.header.length ? row.mapping : guessMapping(table.header)
  const proven = findFileOrder(table, mapping)
  const local = isInUnitedStates(time_zone) ? "month_first" : undefined
  const known = choices.date_order ?? proven?.order
  return {
    table,
    mapping,
    encoding: table.encoding,
    country_iso: choices.country_iso ?? "US",
    date_order: known ?? local,
    is_order_assumed: known === undefined,
    proven,
  }
}

/** What the import would create, and what is wrong with its file. */
export async function planOf(tx: Tx, read: ReadImport, { today }: Today): Promise<ImportPlan> {
  const { table, mapping, encoding: _, proven: __, ...choices } = read
  return planImport(table, mapping, { ...choices, today, colleagues: await listColleagues(tx) })
}

function listColleagues(tx: Tx): Promise<Colleague[]> {
  return tx.all(sql`
    select id, ${userName(sql`users`)} as name, email
      from users where is_firm_staff and deactivated_at is null and role <> 'read_only'`)
}
