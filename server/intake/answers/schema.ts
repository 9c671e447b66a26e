import Type, { type Static } from "typebox"
import { questionTypes } from "../../definition/kinds.ts"
import { exactly, Nullable } from "../../platform/http/shapes.ts"

export type Answer = Static<typeof Answer>
export const Answer = exactly(
  {
    id: Type.String({ examples: ["answer_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    section: Type.String({ description: "The title of the question's section.", examples: ["Your wishes"] }),
    question: Type.String({
      description: "The id of the question, the same in all versions of the questionnaire.",
      examples: ["question_0192F0C47B3A7C11A0B1C2D3E4F50607"],
    }),
    prompt: Type.String({ examples: ["Do you have a will today?"] }),
    type: Type.Enum([...questionTypes]),
    about: Nullable(
      Type.String({
        description: "The id of the client the answer is about, for questions that each client answers.",
      }),
    ),
    value: Type.Union([Type.String(), Type.Boolean(), Type.Array(Type.String()), Type.Null()], {
      description:
        "Null for a sensitive answer, unless the key has the scope `answers:sensitive`. True or false for yes_no; the chosen values for many_of; a contact's id for contact; YYYY-MM-DD for date; exact decimals for number and money; an address beginning with https:// or http:// for website; street, city, state, postal code and country code for address; one JSON object per row for table; filenames for file; an exact decimal for computed.",
    }),
    display_value: Type.String({
      description: "The answer as text; for a sensitive answer, at most its last four characters.",
      examples: ["Yes"],
    }),
    answered_at: Type.String({ examples: ["2026-03-02T09:30:00Z"] }),
  },
  { title: "Answer" },
)

export const AnswerList = exactly(
  { matter: Type.String(), answers: Type.Array(Answer) },
  { title: "Answers of a matter", description: "The answered questions that are visible." },
)
