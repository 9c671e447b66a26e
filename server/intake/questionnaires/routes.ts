import Type from "typebox"
import type { App } from "../../platform/http/app.ts"
import { pageOf, pageResponse } from "../../platform/http/responses/paging.ts"
import { PageOf, PageQuery } from "../../platform/http/shapes.ts"
import { listFinancialCategories } from "./categories.ts"
import { readContents } from "./contents.ts"
import { getQuestionnaire, listQuestionnaires } from "./questionnaires.ts"
import { FinancialCategory, Questionnaire, QuestionnaireContents, QuestionnaireParams } from "./schema.ts"

export function questionnaireRoutes(app: App): void {
  const config = { scope: "questionnaires:read", revision: "questionnaires" } as const

  app.get(
    "/v1/questionnaires",
    {
      config,
      schema: {
        operationId: "listQuestionnaires",
        tags: ["Questionnaires"],
        summary: "Get Questionnaires",
        description: "The firm's questionnaires in the order they were created, inactive ones included.",
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf(Questionnaire, "Questionnaire") },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const page = pageOf(request.query)
        return pageResponse(request, page, await listQuestionnaires(tx, page))
      }),
  )

  app.get(
    "/v1/questionnaires/:questionnaire_id",
    {
      config,
      schema: {
        operationId: "getQuestionnaire",
        tags: ["Questionnaires"],
        summary: "Get Single Questionnaire",
        description: "One questionnaire of the firm.",
        params: QuestionnaireParams,
        response: { 200: Questionnaire },
      },
    },
    (request) => request.inFirm((tx) => getQuestionnaire(tx, request.params.questionnaire_id)),
  )

  app.get(
    "/v1/questionnaires/:questionnaire_id/contents",
    {
      config,
      schema: {
        operationId: "getQuestionnaireContents",
        tags: ["Questionnaires"],
        summary: "Get Contents of Questionnaire",
        description:
          "What the questionnaire's current version asks: its questions with the values of their choices, its roles, and the fields of its asset categories. A matter stays on the version that was current when it was created.",
        params: QuestionnaireParams,
        response: { 200: QuestionnaireContents },
      },
    },
    (request) => request.inFirm((tx) => readContents(tx, request.params.questionnaire_id)),
  )

  app.get(
    "/v1/financial-categories",
    {
      config,
      schema: {
        operationId: "listFinancialCategories",
        tags: ["Questionnaires"],
        summary: "Get Financial Categories",
        description:
          "The types of property and debt that the firm's questionnaires ask about: the categories of their current versions, sorted by questionnaire and then by order.",
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf(FinancialCategory, "Financial category") },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const page = pageOf(request.query)
        return pageResponse(request, page, await listFinancialCategories(tx, page))
      }),
  )
}
