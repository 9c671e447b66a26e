import { inFirmOnce } from "../../firm/access/api/once.ts"
import { recordByKey } from "../../firm/audit/audit.ts"
import type { App } from "../../platform/http/app.ts"
import { takeSchemaFaults } from "../../platform/http/requests/malformed.ts"
import { IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import type { InvitationParts } from "../matters/invitations/invitations.ts"
import { MatterParams } from "../matters/schema.ts"
import { checkNewCorrections, getRequested, listRequested, requestAll, withdrawRequested } from "./by-key.ts"
import { Correction, CorrectionList, CorrectionParams, NewCorrections } from "./schema.ts"

const tags = ["Matters"]

export function correctionRoutes(app: App, parts: InvitationParts): void {
  const { ring } = parts
  const url = "/v1/matters/:matter_id/corrections"

  app.get(
    url,
    {
      config: { scope: "matters:read" },
      schema: {
        operationId: "listCorrections",
        tags,
        summary: "Get Corrections for Matter",
        description:
          "Lists what the firm has asked the matter's clients to check again. Corrections that staff have only drafted are left out.",
        params: MatterParams,
        response: { 200: CorrectionList },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id } = request.params
        return { matter: matter_id, corrections: await listRequested(tx, matter_id) }
      }),
  )

  app.post(
    url,
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "requestCorrections",
        tags,
        summary: "Ask for Corrections",
        description:
          "Asks the matter's clients to check something again: all of it at once, with one email to each. What staff have drafted in the console stays a draft. A matter that is closed or not started is a 409.",
        params: MatterParams,
        headers: IdempotencyHeaders,
        body: NewCorrections,
        response: { 201: CorrectionList },
      },
    },
    (request, reply) => {
      const malformed = takeSchemaFaults(request)
      return inFirmOnce({ request, reply, ring }, async (tx) => {
        const { matter_id } = request.params
        await checkNewCorrections(tx, matter_id, request.body, malformed)
        const corrections = await requestAll(tx, parts, matter_id, request.body)
        await recordByKey(tx, "corrections_requested", { matter_id })
        return { matter: matter_id, corrections }
      })
    },
  )

  app.post(
    `${url}/:correction_id/withdrawal`,
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "withdrawCorrection",
        tags,
        summary: "Withdraw Correction",
        description:
          "Takes a correction back: the client no longer sees it. A withdrawn correction stays as it is; a resolved one is a 409.",
        params: CorrectionParams,
        headers: IdempotencyHeaders,
        response: { 200: Correction },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const { matter_id, correction_id: id } = request.params
        if (await withdrawRequested(tx, matter_id, id))
          await recordByKey(tx, "correction_withdrawn", { matter_id, record_id: id })
        return getRequested(tx, matter_id, id)
      }),
  )
}
