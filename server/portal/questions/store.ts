import { saveAnswer } from "../../answers/answers.ts"
import { type Answers, answerKey, visibleParts } from "../../definition/conditions.ts"
import { questionsOf } from "../../definition/parts.ts"
import type { SaveResult } from "../../matters/changes.ts"
import type { FieldEdit, FieldStore } from "../field.ts"
import type { Visit } from "../visit.ts"

/** Where the answers to questions are saved, asked of everybody or about one client. */
export function answersStore(visit: Visit, answers: Answers, about: string | null): FieldStore {
  return {
    save: (visit, edits) => saveAnswers(visit, about, edits),
    counted: (edits) => {
      const typed = Object.fromEntries(edits.map(({ field, value }) => [answerKey(field, about), value]))
      const visible = visibleParts(visit.definition, { ...masked(visit, answers), ...typed }, visit.facts)
      const names = questionsOf(visit.definition).map(({ id }) => id)
      return new Set(names.filter((name) => visible.has(answerKey(name, about))))
    },
  }
}

async function saveAnswers(
  { tx, parts, matter }: Visit,
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
  return result
}

/** Conditions may ask whether a sensitive answer was given, never what it says. */
function masked({ definition }: Visit, answers: Answers): Answers {
  const sensitive = new Set(questionsOf(definition).flatMap(({ id, sensitive }) => (sensitive ? [id] : [])))
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [
      key,
      value && sensitive.has(key.split(":")[0] ?? "") ? "sealed" : value,
    ]),
  )
}
