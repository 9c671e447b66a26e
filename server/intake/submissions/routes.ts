import Type, { type Static } from "typebox"
import type { Tx } from "../../platform/db/database.ts"
import { notFound } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { countedNumberOf } from "../../platform/http/requests/counted-number.ts"
import { problems } from "../../platform/http/responses/problem.ts"
import { timestampText } from "../../platform/http/responses/timestamps.ts"
import { SubmissionQuery } from "../../platform/http/shapes.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import { MatterParams } from "../matters/schema.ts"
import { loadMatter } from "./loaded-matter.ts"
import { readRecord } from "./record.ts"
import { MatterRecord } from "./record-schema.ts"
import { compareSubmissions, type Range } from "./review/seen-changes.ts"
import { DifferenceList, DifferencesQuery, SubmissionList } from "./schema.ts"
import type { SnapshotParts } from "./snapshot-reads.ts"
import { readSubmissions } from "./submission-list.ts"
import { listSubmissions } from "./submissions.ts"

export function submissionRoutes(app: App, parts: SnapshotParts): void {
  const { ring } = parts
  recordRoute(app, parts)

  app.get(
    "/v1/matters/:matter_id/submissions",
    {
      config: { scope: "matters:read" },
      schema: {
        operationId: "listSubmissions",
        tags: ["Matters"],
        summary: "Get Submissions for Matter",
        description:
          "Lists the matter's submissions, each with what was still to come: a submission is accepted without the signatures and documents that the firm can wait for. `unavailable_documents` lists the requests that clients have answered by saying that they don't have the document. Pass a submission's number as `submission` to the other endpoints of the matter to read the data as it was submitted.",
        params: MatterParams,
        response: { 200: SubmissionList },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id } = request.params
        await getMatterRow(tx, matter_id)
        return { matter: matter_id, ...(await readSubmissions(tx, loadMatter(tx, ring, matter_id))) }
      }),
  )

  app.get(
    "/v1/matters/:matter_id/differences",
    {
      // Differences include file names.
      config: { scope: ["matters:read", "documents:read"], sensitive: true },
      schema: {
        operationId: "listDifferences",
        tags: ["Matters"],
        summary: "Get Differences Between Submissions",
        description:
          "Lists what was added, removed or changed between two submissions, or since one. Without parameters, since the latest.",
        params: MatterParams,
        querystring: DifferencesQuery,
        response: { 200: DifferenceList },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id } = request.params
        const range = await rangeOf(tx, matter_id, request.query)
        const differences = await compareSubmissions(tx, ring, matter_id, range)
        return {
          matter: matter_id,
          from: range.from,
          until: range.until ?? null,
          differences: differences.map(({ part, change, record_id, label, field, before, after, seen }) => ({
            part,
            change,
            record: record_id,
            label,
            field,
            before,
            after,
            seen_at: seen ? timestampText(seen.at) : null,
          })),
        }
      }),
  )
}

/** The requested range. Throws "not found" for a matter without submissions unless `from` is given. */
async function rangeOf(
  tx: Tx,
  matter_id: string,
  { from, until }: Static<typeof DifferencesQuery>,
): Promise<Range> {
  const later = until === undefined ? undefined : countedNumberOf("until", until)
  if (from !== undefined) return { from: countedNumberOf("from", from), until: later }
  const [latest] = await listSubmissions(tx, matter_id)
  if (!latest) throw notFound()
  return { from: latest.number, until: later }
}

function recordRoute(app: App, parts: SnapshotParts): void {
  app.get(
    "/v1/matters/:matter_id/record",
    {
      config: { scope: ["matters:read", "documents:read"], sensitive: true },
      schema: {
        operationId: "getRecord",
        tags: ["Matters"],
        summary: "Get Record of Matter",
        description:
          "Returns the entire matter in one response: what the endpoints of its parts return, without pages, and with each asset its `owners` and their shares. Sensitive answers are masked as in Get Answers for Matter. While a client is saving, the live parts may be moments apart; those of a submission never are. With a number, `submissions` and `unavailable_documents` too are as they were then: but for the links to files, the response never changes.",
        params: MatterParams,
        querystring: Type.Object(SubmissionQuery),
        response: { 200: MatterRecord, ...problems(507) },
      },
    },
    (request) =>
      request.inFirm((tx) => {
        const { matter_id } = request.params
        const { submission } = request.query
        const number = submission === undefined ? submission : countedNumberOf("submission", submission)
        return readRecord(tx, request, parts, { matter_id, number })
      }),
  )
}
