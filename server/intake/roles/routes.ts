import Type from "typebox"
import type { App } from "../../platform/http/app.ts"
import { SubmissionQuery } from "../../platform/http/shapes.ts"
import { MatterParams } from "../matters/schema.ts"
import { listRoles } from "./roles.ts"
import { RoleList } from "./schema.ts"

export function roleRoutes(app: App): void {
  app.get(
    "/v1/matters/:matter_id/roles",
    {
      config: { scope: "matters:read", snapshot: "roles", revision: "matter" },
      schema: {
        operationId: "listRoles",
        tags: ["Matters"],
        summary: "Get Roles for Matter",
        description:
          "Lists the active roles of the matter's questionnaire and the people who should serve in them.",
        params: MatterParams,
        querystring: Type.Object(SubmissionQuery),
        response: { 200: RoleList },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id } = request.params
        return { matter: matter_id, roles: await listRoles(tx, matter_id) }
      }),
  )
}
