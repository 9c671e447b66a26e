import Type, { type Static } from "typebox"
import { exactly, IdInPath, Nullable } from "../../platform/http/shapes.ts"

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
