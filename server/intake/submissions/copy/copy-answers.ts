import { questionsOf } from "../../../definition/parts.ts"
import { displayValue, linkOf } from "../../../definition/values/values.ts"
import { type CopyGroup, type CopyRow, type CopySource, isSameWording, wordingOf } from "./copy-shape.ts"

/** Whether a value is that of a sensitive answer. */
export const isMasked = (display_value: string) => display_value.startsWith("••••")

/** The answers to one question: several, if each client answers it. */
export function answerRows(question_id: string, source: CopySource): CopyRow[] {
  const { snapshot, definition, language, names } = source
  const question = questionsOf(definition).find(({ id }) => id === question_id)
  return snapshot.answers
    .filter((answer) => answer.question === question_id)
    .map(({ prompt, type, about, value, display_value }) => {
      const label = wordingOf(question?.prompt, prompt, source)
      const isSame = question?.type === type && isSameWording(question.prompt, prompt, source)
      const isPlain = question && isSame && !question.sensitive && !isMasked(display_value)
      return {
        label: about === null ? label : `${label} – ${names[about] ?? ""}`,
        value: isPlain ? displayValue(question, value, language, names, "\n") : display_value,
        link: isPlain ? linkOf(question.type, value) : undefined,
      }
    })
}

/** Answers to questions that the matter's current version no longer asks. */
export function leftAnswers(source: CopySource): CopyGroup[] {
  const question_ids = new Set(questionsOf(source.definition).map(({ id }) => id))
  const left = source.snapshot.answers.filter(({ question }) => !question_ids.has(question))
  return [
    { rows: [...new Set(left.map(({ question }) => question))].flatMap((id) => answerRows(id, source)) },
  ]
}
