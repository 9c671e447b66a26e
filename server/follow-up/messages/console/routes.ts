import type { FastifyRequest } from "fastify"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import { type Console, openConsole } from "../../../web/console/routing.ts"
import { registerMessageForms } from "../forms.ts"
import { message_id_field, messageIdOf } from "./message-fields.tsx"
import { newTopicForm } from "./new-topic-form.tsx"
import { markNoReply, topicForm } from "./topic-page.tsx"
import { topicsPage } from "./topics-page.tsx"

const base = "/console/matters/:matter_id/messages"

export function messageRoutes(console: Console): void {
  console.page(base, topicsPage)
  console.action(`${base}/:topic_id/no-reply`, markNoReply)
}

/** The forms that write a message. They accept files, so their routes need their own body parser. */
export function messageForms(root: App, parts: Parts): void {
  const forms = { id_field: message_id_field, idOf: messageIdOf, findWriter }
  registerMessageForms(root, parts, forms, (scope) => {
    const console = openConsole(scope, parts)
    console.form(`${base}/new`, newTopicForm)
    console.form(`${base}/:topic_id`, topicForm, { readable: true })
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
