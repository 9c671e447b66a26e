import { type AnswerValue, answerKey, isAnswered } from "../../definition/conditions/conditions.ts"
import type { Question } from "../../definition/definition.ts"
import { questionsOf } from "../../definition/parts.ts"
import { takesAnswer } from "../../definition/question-types.ts"
import { fitsQuestion } from "../../definition/values/values.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { readAnswers } from "../answers/answers.ts"
import { offerPriorAnswers, type PriorAnswer } from "../answers/prior-answers.ts"
import { listPartsAlone } from "../matters/progress/parts-alone.ts"
import type { CopyContext } from "./copy-context.ts"
import { findSame } from "./same-part.ts"

/** Suggests the answers to questions that both questionnaires have, except sensitive ones; returns how many. */
export async function copyAnswers(
  tx: Tx,
  ring: KeyRing,
  { from, to, source, target, people }: CopyContext,
): Promise<number> {
  const answers = await readAnswers(tx, ring, from.id)
  const alone = await listPartsAlone(tx, from.id)
  const former = new Map([...people].map(([before, now]) => [now, before]))
  const offered = questionsOf(target.definition).flatMap((question): PriorAnswer[] => {
    if (!takesAnswer(question.type)) return []
    const same = findSame(questionsOf(source.definition), question, ({ prompt }) => prompt)
    if (!same || same.type !== question.type || same.each_client !== question.each_client) return []
    // Private answers of one client stay in their own matter.
    if (same.sensitive || question.sensitive || alone.has(same.id)) return []
    return (question.each_client ? target.facts.clients : [null]).flatMap((about): PriorAnswer[] => {
      const key = answerKey(same.id, about && (former.get(about) ?? "unknown"))
      const value = source.visible.has(key) ? valueFor(question, answers[key], people) : undefined
      return value === undefined
        ? []
        : [{ field: answerKey(question.id, about), value, opened_on: from.open_date }]
    })
  })
  await offerPriorAnswers(tx, to.id, offered)
  return offered.length
}

function valueFor(
  question: Question,
  value: AnswerValue | null | undefined,
  people: ReadonlyMap<string, string>,
): AnswerValue | undefined {
  if (!isAnswered(value) || value === null || value === undefined) return undefined
  if (question.type === "contact") return people.get(String(value))
  return fitsQuestion(question, value) ? value : undefined
}
