// Answers of an earlier matter, or known to the firm, suggested to the client of a new one. They don't count as given:
// once the client saves a page, its answers are what was saved, and the suggestions are gone.
import type { AnswerValue } from "../../definition/conditions/conditions.ts"
import { json, type Sql, sql, type Tx } from "../../platform/db/sql.ts"

export interface PriorAnswer {
  /** The `answerKey` of the question in the new matter. */
  field: string
  value: AnswerValue
  /** The day the earlier matter was opened, or the firm offered the answer, `YYYY-MM-DD`. */
  opened_on: string
  /** The firm's software offers it. */
  is_from_firm?: boolean
}

/** Selects all suggestions that are still open. */
export function priorAnswersOf(matter_id: string): Sql {
  return sql`select field, value, opened_on, is_from_firm from prior_answers where matter_id = ${matter_id}`
}

/** Suggests these answers, each instead of an earlier suggestion for its field. */
export async function offerPriorAnswers(
  tx: Tx,
  matter_id: string,
  answers: readonly PriorAnswer[],
): Promise<void> {
  await tx.run(sql`
    insert into prior_answers (matter_id, field, value, opened_on, is_from_firm)
    select ${matter_id}, field, value, opened_on, coalesce(is_from_firm, false)
      from jsonb_to_recordset(${json(answers)}::jsonb)
             as offered (field text, value jsonb, opened_on date, is_from_firm boolean)
    on conflict (firm_id, matter_id, field) do update
       set value = excluded.value, opened_on = excluded.opened_on, is_from_firm = excluded.is_from_firm`)
}

/** Removes the suggestions for the fields the client has just saved, whatever was saved. */
export async function removePriorAnswers(
  tx: Tx,
  matter_id: string,
  fields: readonly string[],
): Promise<void> {
  await tx.run(
    sql`delete from prior_answers where matter_id = ${matter_id} and field = any(${[...fields]}::text[])`,
  )
}
