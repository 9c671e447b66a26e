import Type from "typebox"
import { approaches, Definition } from "./definition.ts"

const strict = { additionalProperties: false }

const Title = Type.String({ minLength: 1, maxLength: 200 })

/** The JSON file that exporting a questionnaire writes and importing one reads. */
export const QuestionnaireFile = Type.Object(
  {
    format: Type.Literal("foyer-questionnaire-1"),
    title: Type.Union([Title, Type.Object({ en: Title, es: Title }, strict)]),
    internal_type: Type.String({ minLength: 1, maxLength: 100 }),
    approach: Type.Enum([...approaches]),
    url_short_name: Type.String({ pattern: "^[a-z0-9-]{1,60}$" }),
    definition: Definition,
  },
  strict,
)
export type QuestionnaireFile = Type.Static<typeof QuestionnaireFile>
