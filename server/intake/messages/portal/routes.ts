import type { FastifyRequest } from "fastify"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { newRecordField } from "../../../web/portal/new-record-field.ts"
import { getMatterRow } from "../../matters/matter-row.ts"
import { page } from "../../portal/page.ts"
import { newRecordId } from "../../portal/sections/section.tsx"
import { refusedFiles, registerMessageForms } from "../forms.ts"
import { showTopics } from "./list-page.tsx"
import { sendNewTopic, showNewTopic } from "./new-topic-page.tsx"
import { replyToTopic, showTopic } from "./topic-page.tsx"
import { messagesUrl, topicUrl } from "./urls.ts"
import { requireWriter } from "./who-may-write.ts"

/** The messages between clients and the firm. Staff who act for a client may not open them. */
export function messageRoutes(root: App, parts: Parts): void {
  page(root, parts, "GET", messagesUrl, (req) => showTopics(req))
  page(root, parts, "GET", `${messagesUrl}/new`, (req, request) => showNewTopic(req, request))
  page(root, parts, "GET", topicUrl(":topic_id"), (req, request) => showTopic(req, request))
  const forms = {
    id_field: newRecordField,
    idOf: (form: Form) => newRecordId("message", form),
    findWriter: (request: FastifyRequest) =>
      request.inPortal(async (tx, client) => {
        requireWriter({ client, matter: await getMatterRow(tx, client.matter_id) })
        return client
      }),
  }
  registerMessageForms(root, parts, forms, (scope) => {
    const refused = { prepare: refusedFiles }
    page(scope, parts, "POST", `${messagesUrl}/new`, sendNewTopic, refused)
    page(scope, parts, "POST", topicUrl(":topic_id"), replyToTopic, refused)
  })
}
