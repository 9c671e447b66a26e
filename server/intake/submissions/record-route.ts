import Type from "typebox"
import type { App } from "../../platform/http/app.ts"
import { problems } from "../../platform/http/responses/problem.ts"
import { SubmissionQuery } from "../../platform/http/shapes.ts"
import { MatterParams } from "../matters/schema.ts"
import { readRecord } from "./record.ts"
import { MatterRecord } from "./record-schema.ts"
import type { SnapshotParts } from "./snapshot-reads.ts"
import { submissionNumberOf } from "./submission-number.ts"

export function recordRoute(app: App, parts: SnapshotParts): void {
  app.get(
    "/v1/matters/:matter_id/record",
    {
      config: { scope: ["matters:read", "documents:read"], sensitive: true },
      schema: {
        operationId: "getRecord",
        tags: ["Matters"],
        summary: "Get Record of Matter",
        description:
          "Returns the entire matter in one response: what the endpoints of its parts return, without pages. Sensitive answers are masked as in Get Answers for Matter. While a client is saving, the live parts may be moments apart; those of a submission never are. `submissions` and `unavailable_documents` are always as of now.",
        params: MatterParams,
        querystring: Type.Object(SubmissionQuery),
        response: { 200: MatterRecord, ...problems(507) },
      },
    },
    (request) =>
      request.inFirm((tx) => {
        const { matter_id } = request.params
        const { submission } = request.query
        const number = submission === undefined ? submission : submissionNumberOf("submission", submission)
        return readRecord(tx, request, parts, { matter_id, number })
      }),
  )
}
