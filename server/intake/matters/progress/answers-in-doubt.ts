// Answers that a change of the marriage has put in doubt: given under another marital status, before a time under another
// one, or before the spouse or partner left the matter. Nothing is stored about them: they follow from the history. A
// status that was mistyped and corrected within a day leaves none behind. An answer in doubt stays in force until someone
// keeps or changes it.
import type { Definition, Question } from "../../../definition/definition.ts"
import { questionsOf } from "../../../definition/parts.ts"
import { type Sql, sql, type Tx } from "../../../platform/db/sql.ts"

/** The questions whose answers a change of the marriage puts in doubt. A sensitive one cannot be shown to be kept. */
function dependingOnMarriage(definition: Definition): Question[] {
  return questionsOf(definition).filter((one) => one.depends_on_marriage && !one.sensitive)
}

/**
 * An array for `matters m`: the `answerKey` of each answer from before the marriage changed, whatever its question. None
 * once the firm has completed or closed the matter.
 */
export const keysBeforeChange: Sql = sql`
  array(select distinct concat_ws(':', a.question_id, a.about)
          from (select c.value #>> '{}' as status, c.changed_at as since,
                       lead(c.changed_at) over (order by c.revision) as until
                  from changes c where c.record_id = m.id and c.field = 'contact_main_marital_status'
                union all
                select c.previous #>> '{}', '-infinity', c.changed_at
                  from changes c where c.record_id = m.id and c.field = 'contact_main_marital_status' and c.revision = 1
                union all
                select 'ended', '-infinity', c.changed_at
                  from changes c where c.record_id = m.id and c.field = 'sharing' and c.value = '"ended"') marriage
          join answers a on a.matter_id = m.id and a.answered_at < marriage.until
           and (a.answered_at >= marriage.since or marriage.until >= marriage.since + interval '1 day')
         where marriage.status not in ('', m.contact_main_marital_status) and m.contact_main_marital_status <> ''
           and m.completed_at is null and m.close_date is null
           and (a.value is not null or a.value_sealed is not null))`

/** Those of the keys whose questions depend on the marriage. */
export function inDoubtAmong(definition: Definition, keys: readonly string[]): ReadonlySet<string> {
  const ids = new Set(dependingOnMarriage(definition).map(({ id }) => id))
  return new Set(keys.filter((key) => ids.has(key.split(":")[0] ?? "")))
}

/** The matter's answers in doubt, by `answerKey`. Throws "not found". */
export async function readInDoubt(
  tx: Tx,
  matter_id: string,
  { definition }: { definition: Definition },
): Promise<ReadonlySet<string>> {
  if (dependingOnMarriage(definition).length === 0) return new Set()
  const { keys } = await tx.one<{ keys: string[] }>(sql`
    select ${keysBeforeChange} as keys from matters m where m.id = ${matter_id}`)
  return inDoubtAmong(definition, keys)
}
