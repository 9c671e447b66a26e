import { leavesOf } from "../../../definition/conditions/conditions.ts"
import { truncated } from "../../../definition/conditions/findings.ts"
import type { Definition } from "../../../definition/definition.ts"
import type { Option } from "../../../definition/kinds/kind.ts"
import { questionsOf } from "../../../definition/parts.ts"
import { isBlank, type Text, textIn } from "../../../definition/text.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { isId } from "../../../platform/ids.ts"
import { conditionalPartsOf } from "./conditional-parts.ts"

/** The last words of removed questions and choices, by question id. */
export type FormerQuestions = ReadonlyMap<string, { prompt: Text; options: readonly Option[] }>

/** What the conditions and formulas of a draft refer to but the draft no longer has, as earlier drafts and versions had it. */
export async function findFormerQuestions(
  tx: Tx,
  questionnaire_id: string,
  definition: Definition,
): Promise<FormerQuestions> {
  const ids = brokenReferencesOf(definition)
  if (ids.length === 0) return new Map()
  const rows = await tx.all<{ id: string; prompt: Text; options: Option[] | null }>(sql`
    select question->>'id' as id, question->'prompt' as prompt, question->'options' as options
      from (select definition, number, 2 as rank from draft_steps where questionnaire_id = ${questionnaire_id}
            union all
            select definition, number, 1 from questionnaire_versions where questionnaire_id = ${questionnaire_id}
           ) earlier,
           jsonb_path_query(definition, '$.sections[*].questions[*]') question
     where question->>'id' = any(${ids}::text[])
     order by rank desc, number desc`)
  const former = new Map<string, { prompt: Text; options: readonly Option[] }>()
  for (const { id, prompt, options } of rows) {
    const later = former.get(id)
    former.set(id, {
      prompt: later?.prompt ?? prompt,
      options: [...(later?.options ?? []), ...(options ?? [])],
    })
  }
  return former
}

/** A question that a draft refers to but no longer has: by its last words, or by the key that an imported file uses. */
export function missingQuestion(id: string, former: FormerQuestions): string {
  const earlier = former.get(id)
  if (earlier && !isBlank(earlier.prompt))
    return `“${truncated(textIn(earlier.prompt, "en"))}”, which was removed`
  return isId("question", id) ? "a question that was removed" : `a question that does not exist (${id})`
}

/** The ids of questions that are gone, or no longer offer a choice that a condition compares with. */
function brokenReferencesOf(definition: Definition): string[] {
  const offered = new Map(
    questionsOf(definition).map(({ id, options }) => [id, options?.map(({ value }) => value)]),
  )
  const compared = conditionalPartsOf(definition).flatMap(({ condition }) =>
    leavesOf(condition).flatMap((leaf) =>
      "question" in leaf ? [{ id: leaf.question, values: [leaf.is, leaf.is_not, leaf.includes] }] : [],
    ),
  )
  const calculated = questionsOf(definition).flatMap(({ formula }) =>
    (formula?.of ?? []).map(({ question }) => ({ id: question, values: [] })),
  )
  const broken = [...compared, ...calculated].filter(({ id, values }) => {
    const options = offered.get(id)
    return (
      !offered.has(id) ||
      values.some((value) => value !== undefined && options && !options.includes(String(value)))
    )
  })
  return [...new Set(broken.map(({ id }) => String(id)))]
}
