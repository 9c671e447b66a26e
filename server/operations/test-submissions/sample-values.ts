import type { AnswerValue } from "../../definition/conditions/conditions.ts"
import type { Column, Sample } from "../../definition/kinds/kind.ts"
import { kinds } from "../../definition/kinds.ts"
import { type Answerable, parseAnswer } from "../../definition/values/values.ts"

/**
 * A value that the question accepts, in stored form; undefined if none fits, and for questions about people or files.
 * `today` is the firm's day; `previous` is a value not to repeat.
 */
export function sampleValue(
  question: Answerable,
  sample: Sample,
  today: string,
  previous?: AnswerValue | null,
): AnswerValue | undefined {
  const sampleCell = (column: Column) => sampleValue(column, sample, today)
  return kinds[question.type]
    .samples(question, { sample, today, sampleCell })
    .map((raw) => parseAnswer({ ...question, required: true }, raw, today, "stored"))
    .flatMap((parsed) => (parsed.kind === "value" ? [parsed.value] : []))
    .find((value) => JSON.stringify(value) !== JSON.stringify(previous))
}
