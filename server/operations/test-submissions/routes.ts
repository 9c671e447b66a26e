import type { FastifyReply, FastifyRequest } from "fastify"
import { inFirmOnce } from "../../firm/access/api/once.ts"
import { recordByKey } from "../../firm/audit/audit.ts"
import { getMatterRow } from "../../intake/matters/matter-row.ts"
import { MatterParams } from "../../intake/matters/schema.ts"
import type { App } from "../../platform/http/app.ts"
import { IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import { requireTestMatter } from "./clients.ts"
import { NewTestSubmission, TestSubmission } from "./schema.ts"
import { changeAsClient, submitAsClients, type TestParts } from "./test-submissions.ts"

/** What a test firm's key does instead of a client. */
export function testSubmissionRoutes(app: App, parts: TestParts): void {
  const inTurn = takeTurns()

  /** Runs `act` once for an Idempotency-Key, unless the matter is another firm's or belongs to a real one. */
  async function actOnce(
    request: FastifyRequest<{ Params: { matter_id: string } }>,
    reply: FastifyReply,
    action: "test_filled_in" | "test_submitted" | "test_resubmitted",
    act: (matter_id: string) => Promise<TestSubmission>,
  ): Promise<TestSubmission> {
    const { matter_id } = request.params
    await request.inFirm((tx) => getMatterRow(tx, matter_id))
    await requireTestMatter(parts.db, matter_id)
    const once = () =>
      inFirmOnce({ request, reply, ring: parts.ring }, async (tx) => {
        const done = await act(matter_id)
        await recordByKey(tx, action, { matter_id })
        return done
      })
    return inTurn(once)
  }

  app.post(
    "/v1/test/matters/:matter_id/submission",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "submitTestMatter",
        tags: ["Testing"],
        summary: "Fill In and Submit Test Matter",
        description:
          "Starts a matter of a test firm, answers what is not answered yet, uploads and signs what is requested, and submits it, as its clients would. Events, webhooks, and notifications follow as they do for real clients. It takes some seconds. A matter of a real firm, and one that was submitted, is a 409.",
        params: MatterParams,
        headers: IdempotencyHeaders,
        body: NewTestSubmission,
        response: { 201: TestSubmission },
      },
    },
    (request, reply) =>
      actOnce(
        request,
        reply,
        request.body.until === "submit" ? "test_submitted" : "test_filled_in",
        (matter_id) => submitAsClients(parts, matter_id, request.body),
      ),
  )

  app.post(
    "/v1/test/matters/:matter_id/change",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "changeTestMatter",
        tags: ["Testing"],
        summary: "Change Test Matter and Submit Again",
        description:
          "Changes one answer of a submitted matter of a test firm, and submits it again, as its client would. To complete, close, or reopen it, use the operations for real matters. A matter of a real firm, and one that is not submitted or can't be edited, is a 409.",
        params: MatterParams,
        headers: IdempotencyHeaders,
        response: { 201: TestSubmission },
      },
    },
    (request, reply) =>
      actOnce(request, reply, "test_resubmitted", (matter_id) => changeAsClient(parts, matter_id)),
  )
}

/**
 * Runs one piece of work after the other. Filling in takes database connections beside the request's own: any number at
 * once could wait for each other's.
 */
function takeTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <Done>(work: () => Promise<Done>): Promise<Done> => {
    const done = last.then(work, work)
    last = done
    return done
  }
}
