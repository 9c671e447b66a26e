import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

/** The number of answers these questions have, by matter; matters without any are left out. */
export async function countAnswers(
  tx: Tx,
  matter_ids: readonly string[],
  question_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.all<{ matter_id: string; count: number }>(sql`
    select matter_id, count(*) from answers
     where matter_id = any(${matter_ids}) and question_id = any(${question_ids})
       and (value is not null or value_sealed is not null)
     group by matter_id`)
  return new Map(rows.map(({ matter_id, count }) => [matter_id, count]))
}
