import { inFirmOnce } from "../../../firm/access/api/once.ts"
import { recordByKey } from "../../../firm/audit/audit.ts"
import { badRequest } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { joinFaults, takeSchemaFaults } from "../../../platform/http/requests/malformed.ts"
import { ChangeHeaders, requireMatch, tagOfRecord } from "../../../platform/http/responses/preconditions.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { lockForEditing } from "../editing.ts"
import { MatterParams } from "../schema.ts"
import { changeMatterFiling, findFilingFaults, getMatterFiling } from "./matter-filing.ts"
import { FilingChanges, MatterFiling } from "./schema.ts"

export function filingRoutes(app: App, { ring }: { ring: KeyRing }): void {
  const url = "/v1/matters/:matter_id/filing"

  app.get(
    url,
    {
      config: { scope: "matters:read" },
      schema: {
        operationId: "getFiling",
        tags: ["Matters"],
        summary: "Get Filing of Matter",
        description: "Returns how your firm files the matter: its number, due day, tags, and assignee.",
        params: MatterParams,
        response: { 200: MatterFiling },
      },
    },
    (request) => request.inFirm((tx) => getMatterFiling(tx, request.params.matter_id)),
  )

  app.patch(
    url,
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "changeFiling",
        tags: ["Matters"],
        summary: "Change Filing of Matter",
        description:
          "Changes the fields you name, as staff do in the console; the others stay as they are. Repeating it changes nothing more. Closed matters can be filed, too.",
        params: MatterParams,
        headers: ChangeHeaders,
        body: FilingChanges,
        response: { 200: MatterFiling },
      },
    },
    async (request, reply) => {
      const malformed = takeSchemaFaults(request)
      const filing = await inFirmOnce({ request, reply, ring }, async (tx) => {
        const { matter_id } = request.params
        await lockForEditing(tx, matter_id)
        const faults = joinFaults(malformed, await findFilingFaults(tx, matter_id, request.body))
        if (faults.length > 0) throw badRequest(faults)
        const stored = await getMatterFiling(tx, matter_id)
        requireMatch(request, stored)
        for (const action of await changeMatterFiling(tx, stored, request.body))
          await recordByKey(tx, action, { matter_id })
        return getMatterFiling(tx, matter_id)
      })
      reply.header("ETag", tagOfRecord(filing))
      return filing
    },
  )
}
