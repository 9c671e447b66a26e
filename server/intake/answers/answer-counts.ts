import { sql, type Tx } from "../../platform/db/sql.ts"

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

export interface ChosenOption {
  matter_id: string
  question_id: string
  value: string
}

/** The answers that chose one of these options, except encrypted ones. */
export function listChosen(
  tx: Tx,
  matter_ids: readonly string[],
  options: readonly Pick<ChosenOption, "question_id" | "value">[],
): Promise<ChosenOption[]> {
  return tx.all(sql`
    select distinct a.matter_id, a.question_id, o.value
      from unnest(${options.map(({ question_id }) => question_id)}::text[],
                  ${options.map(({ value }) => value)}::text[]) as o (question_id, value)
      join answers a on a.question_id = o.question_id and a.matter_id = any(${matter_ids})
                    and (a.value = to_jsonb(o.value) or a.value @> jsonb_build_array(o.value))
     order by 1, 2, 3`)
}
