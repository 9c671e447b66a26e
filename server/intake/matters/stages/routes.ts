import { getFirm } from "../../../firm/firms/firms.ts"
import type { App } from "../../../platform/http/app.ts"
import { StageList } from "./schema.ts"
import { stagesOf } from "./stages.ts"

export function stageRoutes(app: App): void {
  app.get(
    "/v1/stages",
    {
      config: { scope: "matters:read" },
      schema: {
        operationId: "listStages",
        tags: ["Matters"],
        summary: "List Stages",
        description:
          "Returns the stages your firm has named for its own work, in order. Staff name them in the console; change a matter's with its filing.",
        response: { 200: StageList },
      },
    },
    (request) => request.inFirm(async (tx) => ({ stages: [...stagesOf((await getFirm(tx)).settings)] })),
  )
}
