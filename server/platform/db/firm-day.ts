// A firm lives by its own calendar: the days it reads and types are those of its time zone, not UTC's.
import type { Tx } from "./database.ts"
import { type Sql, sql } from "./sql.ts"

const zone = sql`(select f.time_zone from firms f where f.id = current_firm())`

/** The day of a moment where the firm of this transaction is. */
export function firmDayOf(moment: Date | Sql): Sql {
  return sql`(${moment}::timestamptz at time zone ${zone})::date`
}

/** The moment at which a day, `YYYY-MM-DD`, begins where the firm is; `after` counts days on from it. */
export function startOfFirmDay(day: string, after = 0): Sql {
  return sql`((${day}::date + ${after}::integer)::timestamp at time zone ${zone})`
}

/** Today where the firm is, `YYYY-MM-DD`. */
export async function readFirmDay(tx: Tx): Promise<string> {
  const { today } = await tx.one<{ today: string }>(sql`select ${firmDayOf(tx.now)} as today`)
  return today
}
