import Type from "typebox"
import { Question } from "./definition.ts"

/** As many as a firm keeps in its library. */
export const max_bank_questions = 300

const strict = { additionalProperties: false }

/** A question that stands alone: what it would point at is not in the file. */
export const LoneQuestion = Type.Omit(Question, ["condition", "formula"], strict)

/** Questions of a library as one JSON file: what export writes and import reads. */
export const QuestionsFile = Type.Object(
  {
    format: Type.Literal("foyer-questions-1"),
    questions: Type.Array(LoneQuestion, { minItems: 1, maxItems: max_bank_questions }),
  },
  strict,
)
