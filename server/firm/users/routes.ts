import Type from "typebox"
import type { App } from "../../platform/http/app.ts"
import { IdInPath } from "../../platform/http/shapes.ts"
import { User } from "./schema.ts"
import { getUser } from "./users.ts"

export function userRoutes(app: App): void {
  app.get(
    "/v1/users/:user_id",
    {
      config: { scope: "users:read" },
      schema: {
        operationId: "getUser",
        tags: ["Users"],
        summary: "Get Single User",
        description: "A member of staff or a client, as named by an event.",
        params: Type.Object({ user_id: IdInPath("user", "The user, as an event names it.") }),
        response: { 200: User },
      },
    },
    (request) => request.inFirm((tx) => getUser(tx, request.params.user_id), { atOnce: true }),
  )
}
