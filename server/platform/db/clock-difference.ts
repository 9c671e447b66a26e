import { sql, type Tx } from "./sql.ts"

/**
 * How far this machine's clock may differ from the database's. Events never go back in time, so a clock that is ahead
 * dates all later events of a firm wrongly, from every machine, until the real time has caught up.
 */
export const max_difference_ms = 5 * 60_000

/** Returns by how much this machine's clock differs from the database's, in milliseconds and as a sentence. */
export async function measureClock(tx: Tx): Promise<{ difference_ms: number; sentence: string }> {
  const sent_ms = Date.now()
  const { theirs_ms } = await tx.one<{ theirs_ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as theirs_ms`,
  )
  return compareClocks(theirs_ms, { sent_ms, received_ms: Date.now() })
}

/** The database read its clock at some moment while we waited. */
export function compareClocks(
  theirs_ms: number,
  { sent_ms, received_ms }: { sent_ms: number; received_ms: number },
): { difference_ms: number; sentence: string } {
  const ahead_ms = sent_ms - theirs_ms
  const late_ms = theirs_ms - received_ms
  const difference_ms = Math.max(0, ahead_ms, late_ms)
  const seconds = Math.round(difference_ms / 1000)
  const amount = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
  const direction = ahead_ms > late_ms ? "ahead of" : "behind"
  return {
    difference_ms,
    sentence: `This machine’s clock is ${amount} ${direction} the database’s: synchronize both with the same time servers (NTP)`,
  }
}
