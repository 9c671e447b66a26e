import Type from "typebox"
import type { App } from "../../platform/http/app.ts"
import { problems } from "../../platform/http/responses/problem.ts"
import { SubmissionQuery } from "../../platform/http/shapes.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { MatterParams } from "../matters/schema.ts"
import { listWithSensitivity, type OnSensitiveRead } from "./listing.ts"
import { AnswerList } from "./schema.ts"
import { showAnswers } from "./sensitive-answers.ts"

export interface AnswerRouteParts {
  ring: KeyRing
  onSensitiveRead?: OnSensitiveRead
}

export function answerRoutes(app: App, { ring, onSensitiveRead }: AnswerRouteParts): void {
  app.get(
    "/v1/matters/:matter_id/answers",
    {
      config: { scope: "matters:read", snapshot: "answers", revision: "matter", sensitive: true },
      schema: {
        operationId: "listAnswers",
        tags: ["Matters"],
        summary: "Get Answers for Matter",
        description:
          "Lists the answers to your firm's own questions, in questionnaire order. Hidden and unanswered questions are left out. `value` contains sensitive answers in plain text if the key has the scope `answers:sensitive`; otherwise it is null for them, and `display_value` is masked.",
        params: MatterParams,
        querystring: Type.Object(SubmissionQuery),
        response: { 200: AnswerList, ...problems(507) },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id } = request.params
        const listed = await listWithSensitivity(tx, ring, matter_id)
        const answers = await showAnswers(tx, request, { matter_id, listed, onSensitiveRead })
        return { matter: matter_id, answers }
      }),
  )
}
