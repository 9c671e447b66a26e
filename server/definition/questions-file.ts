import Type from "typebox"
import { Question } from "./definition.ts"

/** The most questions a firm can have in its library. */
export const max_bank_questions = 300

const strict = { additionalProperties: false }

/** A question without a condition or formula, because the parts they refer to are not in the file. */
export const LoneQuestion = Type.Omit(Question, ["condition", "formula"], strict)

/** The JSON file that exporting library questions writes and importing them reads. */
export const QuestionsFile = Type.Object(
  {
    format: Type.Literal("foyer-questions-1"),
    questions: Type.Array(LoneQuestion, { minItems: 1, maxItems: max_bank_questions }),
  },
  strict,
)
