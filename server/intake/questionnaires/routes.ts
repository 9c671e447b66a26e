import Type from "typebox"
import type { App } from "../../platform/http/app.ts"
import { countedNumberOf } from "../../platform/http/requests/counted-number.ts"
import { pageOf, pageResponse } from "../../platform/http/responses/paging.ts"
import { PageOf, PageQuery } from "../../platform/http/shapes.ts"
import { listFinancialCategories } from "./categories.ts"
import { readContents } from "./contents.ts"
import { getQuestionnaire, listQuestionnaires } from "./questionnaires.ts"
import {
  ContentsQuery,
  FinancialCategory,
  Questionnaire,
  QuestionnaireContents,
  QuestionnaireParams,
} from "./schema.ts"

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
          "What a version of the questionnaire asks, the current one unless you name another: its questions with the values of their choices, its roles, and the fields of its asset categories. A matter stays on the version that was current when it was created until your firm moves it; its status has the number.",
        params: QuestionnaireParams,
        querystring: ContentsQuery,
        response: { 200: QuestionnaireContents },
      },
    },
    (request) => {
      const { version } = request.query
      const wanted = version === undefined ? undefined : countedNumberOf("version", version)
      return request.inFirm((tx) => readContents(tx, request.params.questionnaire_id, wanted))
    },
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
