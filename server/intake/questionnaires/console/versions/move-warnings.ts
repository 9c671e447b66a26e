import type { Definition } from "../../../../definition/definition.ts"
import { removedOptions } from "../../../../definition/former-options.ts"
import { questionsOf, rolesOf } from "../../../../definition/parts.ts"
import { textIn } from "../../../../definition/text.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import { countAnswers, listChosen } from "../../../answers/answer-counts.ts"
import type { OutdatedMatter } from "../../../matters/changes/older-versions.ts"
import { listCrowded } from "../../../roles/crowded-roles.ts"

/** What moving each matter would hide, and which of its answers and roles name what the new version doesn't take. */
export async function listWarnings(
  tx: Tx,
  matters: readonly OutdatedMatter[],
  before: Definition,
  current: Definition,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = matters.map(({ id }) => id)
  const shared = new Set(questionsOf(current).map(({ id }) => id))
  const gone = questionsOf(before).flatMap(({ id }) => (shared.has(id) ? [] : [id]))
  const options = removedOptions(before, current).flatMap(({ id, options }) =>
    options.map(({ value, label }) => ({ question_id: id, value, label })),
  )
  const roles = rolesOf(current)
  const [hidden, chosen, crowded] = await Promise.all([
    countAnswers(tx, ids, gone),
    listChosen(tx, ids, options),
    listCrowded(tx, ids, roles),
  ])
  const warnings = new Map(
    [...hidden].map(([id, count]) => [id, [`${countText(count, "answer")} would be hidden.`]]),
  )
  const add = (id: string, sentence: string) => warnings.set(id, [...(warnings.get(id) ?? []), sentence])
  for (const { matter_id, question_id, value } of chosen) {
    const question = questionsOf(before).find(({ id }) => id === question_id)
    const option = options.find((each) => each.question_id === question_id && each.value === value)
    add(
      matter_id,
      `“${textIn(question?.prompt, "en")}” is answered “${textIn(option?.label, "en")}”, which is no longer offered.`,
    )
  }
  for (const { matter_id, role_id, count } of crowded) {
    const role = roles.find(({ id }) => id === role_id)
    add(
      matter_id,
      `“${textIn(role?.role_description, "en")}” names ${countText(count, "person", "people")} more than it would take. Its next change removes them.`,
    )
  }
  return warnings
}
