import { type Answers, answerKey } from "../../../definition/conditions/conditions.ts"
import { visibleParts } from "../../../definition/conditions/visible-parts.ts"
import { questionsOf } from "../../../definition/parts.ts"
import type { FieldEdit, FieldStore } from "../../../web/portal/fields/field.ts"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import type { SaveResult } from "../../matters/changes/changes.ts"
import { saveAnswer } from "../answers.ts"
import { removePriorAnswers } from "../prior-answers.ts"

/** The store of answers, asked once or about one client. */
export function answersStore(req: PageRequest, answers: Answers, about: string | null): FieldStore {
  return {
    save: (req, edits) => saveAnswers(req, about, edits),
    visible: (edits) => {
      const typed = Object.fromEntries(edits.map(({ field, value }) => [answerKey(field, about), value]))
      const visible = visibleParts(req.definition, { ...masked(req, answers), ...typed }, req.facts)
      const names = questionsOf(req.definition).map(({ id }) => id)
      return new Set(names.filter((name) => visible.has(answerKey(name, about))))
    },
  }
}

async function saveAnswers(
  { tx, parts, matter, loaded }: PageRequest,
  about: string | null,
  edits: readonly FieldEdit[],
): Promise<SaveResult> {
  const result: SaveResult = { saved: {}, conflicts: [] }
  for (const { field, value, seen } of edits) {
    const one = await saveAnswer(tx, parts.ring, matter.id, { question_id: field, about, value, seen })
    const revision = one.saved[answerKey(field, about)]
    if (revision !== undefined) result.saved[field] = revision
    result.conflicts.push(...one.conflicts.map((conflict) => ({ ...conflict, field })))
  }
  if ((await loaded.priorAnswers()).length > 0)
    await removePriorAnswers(
      tx,
      matter.id,
      edits.map(({ field }) => answerKey(field, about)),
    )
  return result
}

/** Replaces sensitive answers: a condition may depend on whether one was given, never on its value. */
export function masked({ definition }: PageRequest, answers: Answers): Answers {
  const sensitive = new Set(questionsOf(definition).flatMap(({ id, sensitive }) => (sensitive ? [id] : [])))
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [
      key,
      value && sensitive.has(key.split(":")[0] ?? "") ? "sealed" : value,
    ]),
  )
}
