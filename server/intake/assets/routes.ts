import Type from "typebox"
import type { App } from "../../platform/http/app.ts"
import { SubmissionQuery } from "../../platform/http/shapes.ts"
import { MatterParams } from "../matters/schema.ts"
import { listAssets } from "./assets.ts"
import { withoutOwners } from "./owners.ts"
import { AssetList } from "./schema.ts"

export function assetRoutes(app: App): void {
  app.get(
    "/v1/matters/:matter_id/assets",
    {
      config: { scope: "matters:read", snapshot: "assets", revision: "matter" },
      schema: {
        operationId: "listAssets",
        tags: ["Matters"],
        summary: "Get Assets for Matter",
        description:
          "Lists what the clients own and owe, in the order added. The list may be incomplete until `intakeform.completed`.",
        params: MatterParams,
        querystring: Type.Object(SubmissionQuery),
        response: { 200: AssetList },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id } = request.params
        return { matter: matter_id, assets: (await listAssets(tx, matter_id)).map(withoutOwners) }
      }),
  )
}
