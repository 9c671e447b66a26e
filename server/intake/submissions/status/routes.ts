import { inFirmOnce } from "../../../firm/access/api/once.ts"
import { recordByKey } from "../../../firm/audit/audit.ts"
import type { App } from "../../../platform/http/app.ts"
import { IdempotencyHeaders } from "../../../platform/http/responses/idempotency.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { MatterParams } from "../../matters/schema.ts"
import { MatterStatus } from "./schema.ts"
import { getStatus, steps, takeStep } from "./steps.ts"

const url = "/v1/matters/:matter_id"

export function statusRoutes(app: App, { ring }: { ring: KeyRing }): void {
  app.get(
    `${url}/status`,
    {
      config: { scope: "matters:read" },
      schema: {
        operationId: "getStatus",
        tags: ["Matters"],
        summary: "Get Status of Matter",
        description: "Returns how far the matter is, and whether its client can edit.",
        params: MatterParams,
        response: { 200: MatterStatus },
      },
    },
    (request) => request.inFirm((tx) => getStatus(tx, request.params.matter_id)),
  )

  for (const { name, operationId, summary, description } of operations)
    app.post(
      `${url}/${name}`,
      {
        config: { scope: "matters:write" },
        schema: {
          operationId,
          tags: ["Matters"],
          summary,
          description,
          params: MatterParams,
          headers: IdempotencyHeaders,
          response: { 200: MatterStatus },
        },
      },
      (request, reply) =>
        inFirmOnce({ request, reply, ring }, async (tx) => {
          const { matter_id } = request.params
          const step = steps[name]
          if (await takeStep(tx, ring, matter_id, step)) await recordByKey(tx, step.done, { matter_id })
          return getStatus(tx, matter_id)
        }),
    )
}

const operations = [
  {
    name: "completion",
    operationId: "completeMatter",
    summary: "Complete Matter",
    description:
      "Completes the matter: its client can read but no longer edit, and Foyer saves it as a numbered submission and sends `intakeform.completed`. The client need not have submitted. A completed matter stays as it is; a closed one is a 409.",
  },
  {
    name: "client-editing",
    operationId: "reopenForClient",
    summary: "Reopen Matter for Client",
    description:
      "Lets the client of a completed matter edit and submit again, and sends `intakeform.reopened`. A matter that the client can edit stays as it is; a closed one is a 409.",
  },
  {
    name: "closing",
    operationId: "closeMatter",
    summary: "Close Matter",
    description:
      "Closes the matter: its client can read it but not change it. Nothing is deleted. A closed matter stays as it is.",
  },
  {
    name: "reopening",
    operationId: "reopenClosedMatter",
    summary: "Reopen Closed Matter",
    description:
      "Opens a closed matter again; its client can edit it if that was possible when it was closed. An open matter stays as it is.",
  },
] as const
