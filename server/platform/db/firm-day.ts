// Dates that a firm reads and types are in the firm's time zone, not UTC.
import { type Sql, sql, type Tx } from "./sql.ts"

const zone = sql`(select f.time_zone from firms f where f.id = current_firm())`

/** The date of a timestamp in the firm's time zone. */
export function firmDayOf(moment: Date | Sql): Sql {
  return sql`(${moment}::timestamptz at time zone ${zone})::date`
}

/** The timestamp at which `after` days past `day` (`YYYY-MM-DD`) begin in the firm's time zone. */
export function startOfFirmDay(day: string, after = 0): Sql {
  return sql`((${day}::date + ${after}::integer)::timestamp at time zone ${zone})`
}

/** Today's date in the firm's time zone, `YYYY-MM-DD`. */
export async function readFirmDay(tx: Tx): Promise<string> {
  const { today } = await tx.one<{ today: string }>(sql`select ${firmDayOf(tx.now)} as today`)
  return today
}
