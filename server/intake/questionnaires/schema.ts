import Type, { type Static } from "typebox"
import { questionTypes } from "../../definition/kinds.ts"
import { exactly, IdInPath, Nullable, OneOf } from "../../platform/http/shapes.ts"

const number = "0192F0C47B3A7C11A0B1C2D3E4F50607"

export type Questionnaire = Static<typeof Questionnaire>
export const Questionnaire = exactly(
  {
    id: Type.String({ examples: ["quest_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    internal_type: Type.String({
      description: "The firm's internal name for this type of intake.",
      examples: ["Planning"],
    }),
    url_short_name: Type.String({ examples: ["estate-planning"] }),
    active: Type.Boolean({ description: "Whether matters can be created from it." }),
  },
  { title: "Questionnaire", description: "What a matter is created from." },
)

export const QuestionnaireParams = Type.Object({
  questionnaire_id: IdInPath("quest", "The questionnaire."),
})

export const ContentsQuery = Type.Object({
  version: Type.Optional(
    Type.String({
      "x-whole-number": {},
      description: "The number of a version. Without it, the current one.",
      examples: ["1"],
    }),
  ),
})

const when = Nullable(
  Type.String({
    description: "When it is shown, as a sentence; null if always.",
    examples: ["Shown only if a partner takes part."],
  }),
)

const ListedOption = exactly(
  {
    value: Type.String({ description: "What an answer holds.", examples: ["green"] }),
    label: Type.String({ examples: ["Green burial"] }),
  },
  { title: "Listed option" },
)

const field = {
  id: Type.String({ description: "The same in all versions.", examples: [`question_${number}`] }),
  prompt: Type.String({ examples: ["What kind of burial do you want?"] }),
  options: Type.Array(ListedOption, { description: "Of a choice; empty for other types." }),
}

export type ListedField = Static<typeof ListedField>
const ListedField = exactly(
  { ...field, type: Type.String({ examples: ["text"] }) },
  { title: "Listed field" },
)

const ListedQuestion = exactly(
  {
    ...field,
    section: Type.String({ description: "The title of its section.", examples: ["Your wishes"] }),
    type: OneOf(questionTypes),
    required: Type.Boolean(),
    each_client: Type.Boolean({ description: "Of two clients, each answers it." }),
    sensitive: Type.Boolean(),
    columns: Type.Array(ListedField, { description: "Of a table; empty for other types." }),
    condition: when,
  },
  { title: "Listed question" },
)

const ListedRole = exactly(
  {
    id: Type.String({ examples: [`role_${number}`] }),
    role_description: Type.String({ examples: ["Executor"] }),
    split: Type.Boolean({ description: "Of two clients, each chooses." }),
    levels: Type.Integer({ description: "How many follow each other at most.", examples: [3] }),
    several: Type.Boolean({ description: "Several people can serve together on one level." }),
    condition: when,
  },
  { title: "Listed role" },
)

const ListedCategory = exactly(
  {
    id: Type.String({ examples: [`fincat_${number}`] }),
    title: Type.String({ examples: ["Homes and land"] }),
    fields: Type.Array(ListedField, { description: "What it asks for besides values and owners." }),
    condition: when,
  },
  { title: "Listed category" },
)

export type QuestionnaireContents = Static<typeof QuestionnaireContents>
export const QuestionnaireContents = exactly(
  {
    questionnaire: Type.String({ examples: [`quest_${number}`] }),
    version: Nullable(
      Type.Integer({ description: "Its number; null if none was published yet.", examples: [3] }),
    ),
    questions: Type.Array(ListedQuestion),
    roles: Type.Array(ListedRole),
    financial_categories: Type.Array(ListedCategory),
  },
  {
    title: "Contents of a questionnaire",
    description: "What a version asks, in English, with the ids and values that answers use.",
  },
)

export const GeneralCategory = exactly(
  {
    id: Nullable(Type.String({ examples: ["A017"] })),
    label: Nullable(Type.String({ examples: ["Real Estate"] })),
  },
  { title: "General category" },
)

export type FinancialCategory = Static<typeof FinancialCategory>
export const FinancialCategory = exactly(
  {
    id: Type.String({ examples: ["fincat_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    for_questionnaire: Type.String({ examples: ["quest_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    title: Type.String({ examples: ["Homes and land"] }),
    general_category: GeneralCategory,
    active: Type.Boolean(),
    order: Type.Integer({ description: "Position among the categories of its questionnaire." }),
    ask_credit_value: Type.Boolean(),
    ask_debit_value: Type.Boolean(),
    ask_beneficiaries: Type.Boolean(),
  },
  { title: "Financial category", description: "A kind of asset or debt that a questionnaire asks about." },
)
