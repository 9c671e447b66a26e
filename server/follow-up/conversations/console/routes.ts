import type { FastifyRequest } from "fastify"
import { requireMatter } from "../../../intake/matters/console/frame/require-matter.ts"
import { message_id_field, messageIdOf } from "../../../intake/messages/console/message-fields.tsx"
import { registerMessageForms } from "../../../intake/messages/forms.ts"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { openConsole } from "../../../web/console/routing.ts"
import { conversationForm } from "./page.tsx"

/** The conversation about a matter. Its form accepts files, so its route needs its own body parser. */
export function conversationPages(root: App, parts: Parts): void {
  const forms = { id_field: message_id_field, idOf: messageIdOf, findWriter }
  registerMessageForms(root, parts, forms, (scope) => {
    openConsole(scope, parts).form("/console/matters/:matter_id/conversation", conversationForm, {
      readable: true,
    })
  })
}

function findWriter(request: FastifyRequest) {
  const { matter_id = "" } = request.params as Record<string, string>
  return request.inConsole(
    async (tx, staff) => {
      await requireMatter({ tx, staff, param: () => matter_id })
      return { firm_id: staff.firm_id, user_id: staff.user_id, matter_id }
    },
    { role: "member" },
  )
}
