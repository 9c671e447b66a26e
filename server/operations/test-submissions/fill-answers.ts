import { answerKey, isAnswered } from "../../definition/conditions/conditions.ts"
import type { Question, QuestionsSection } from "../../definition/definition.ts"
import { takesAnswer } from "../../definition/kinds.ts"
import { fitsQuestion } from "../../definition/values/values.ts"
import { readAnswers, saveAnswer } from "../../intake/answers/answers.ts"
import {
  isUnfinished,
  listUnfinishedFields,
  recordUnfinishedFields,
} from "../../intake/matters/progress/unfinished-fields.ts"
import { readVisibility } from "../../intake/matters/progress/visibility.ts"
import type { Tx } from "../../platform/db/database.ts"
import { peopleFor } from "./fill-roles.ts"
import type { Filling } from "./filling.ts"
import { sampleValue } from "./sample-values.ts"

/** Answers the questions that show and have no answer yet, in order: an answer may reveal or hide what follows it. */
export async function fillAnswers(tx: Tx, filling: Filling, section: QuestionsSection): Promise<void> {
  const { matter_id, ring, sample, today } = filling
  for (const question of section.questions) {
    const { facts, visible } = await readVisibility(tx, matter_id)
    if (!visible.has(question.id) || !takesAnswer(question.type) || question.type === "file") continue
    const [answers, unfinished] = [
      await readAnswers(tx, ring, matter_id),
      await listUnfinishedFields(tx, matter_id),
    ]
    for (const about of question.each_client ? facts.clients : [null]) {
      const key = answerKey(question.id, about)
      if (!visible.has(key)) continue
      const value = answers[key]
      const isGiven = isAnswered(value) && fitsQuestion(question, value ?? "")
      if (isGiven && !isUnfinished(unfinished, matter_id, key)) continue
      const given =
        question.type === "contact"
          ? (await peopleFor(tx, filling, question, about === null ? facts.clients : [about]))[0]
          : sampleValue(question, sample, today)
      if (given === undefined) continue
      await saveSampleAnswer(tx, filling, question, about, given)
    }
  }
}

export async function saveSampleAnswer(
  tx: Tx,
  { ring, matter_id }: Pick<Filling, "ring" | "matter_id">,
  { id: question_id }: Question,
  about: string | null,
  value: NonNullable<ReturnType<typeof sampleValue>>,
): Promise<void> {
  await saveAnswer(tx, ring, matter_id, { question_id, about, value })
  await recordUnfinishedFields(tx, matter_id, matter_id, [{ field: answerKey(question_id, about) }])
}
