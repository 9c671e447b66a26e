import { inFirmOnce } from "../../firm/access/api/once.ts"
import { recordByKey } from "../../firm/audit/audit.ts"
import type { App } from "../../platform/http/app.ts"
import { IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { MatterParams } from "../matters/schema.ts"
import { prefillMatter } from "./prefill.ts"
import { NewPrefill, Prefill } from "./schema.ts"

export function prefillRoutes(app: App, { ring }: { ring: KeyRing }): void {
  app.post(
    "/v1/matters/:matter_id/prefill",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "prefillMatter",
        tags: ["Matters"],
        summary: "Prefill Matter",
        description:
          "Enters what your firm knows, before the client starts: people, answers, roles, and assets, all of it or nothing. The client sees that it comes from your firm, and checks it. Answers are offered, and count once the client saves them; sensitive ones can't be offered. A matter whose client has started is a 409.",
        params: MatterParams,
        headers: IdempotencyHeaders,
        body: NewPrefill,
        response: { 200: Prefill },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const { matter_id } = request.params
        const done = await prefillMatter(tx, matter_id, request.body)
        await recordByKey(tx, "matter_prefilled", { matter_id })
        return done
      }),
  )
}
