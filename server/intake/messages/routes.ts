import { inFirmOnce } from "../../firm/access/api/once.ts"
import type { Tx } from "../../platform/db/database.ts"
import { badField } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import { pageOf, pageResponse } from "../../platform/http/responses/paging.ts"
import { newId } from "../../platform/ids.ts"
import type { InvitationParts } from "../matters/invitations/invitations.ts"
import { MatterParams } from "../matters/schema.ts"
import { getMessage, listMessages } from "./listing.ts"
import { Message, MessagePage, MessageQuery, PostedMessage } from "./schema.ts"
import { openTopic, writeMessage } from "./writing.ts"

export function messageRoutes(app: App, parts: InvitationParts): void {
  const url = "/v1/matters/:matter_id/messages"

  app.get(
    url,
    {
      config: { scope: "matters:read", sensitive: true },
      schema: {
        operationId: "listMessages",
        tags: ["Matters"],
        summary: "Get Messages for Matter",
        description:
          "Lists the messages between your firm and the matter's clients in all topics, newest first.",
        params: MatterParams,
        querystring: MessageQuery,
        response: { 200: MessagePage },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const page = pageOf(request.query)
        const listed = await listMessages(tx, parts.ring, request.params.matter_id, page)
        return pageResponse(request, page, listed)
      }),
  )

  app.post(
    url,
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "createMessage",
        tags: ["Matters"],
        summary: "Create Message",
        description:
          "Writes a message to the matter's clients on behalf of your firm, in an existing or a new topic. Clients with an email address are notified by email; the email does not contain the message.",
        params: MatterParams,
        headers: IdempotencyHeaders,
        body: PostedMessage,
        response: { 201: Message },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring: parts.ring }, async (tx) =>
        getMessage(tx, parts.ring, await create(tx, parts, request.params.matter_id, request.body)),
      ),
  )
}

async function create(
  tx: Tx,
  parts: InvitationParts,
  matter_id: string,
  { text, topic, subject }: PostedMessage,
): Promise<string> {
  if ((topic === undefined) === (subject === undefined)) {
    const message = 'Provide either "topic", to write in an existing topic, or "subject", to open a new one.'
    throw badField("topic", "topic_or_subject", message)
  }
  const id = newId("message")
  if (subject !== undefined) await openTopic(tx, parts, matter_id, { id, text, subject })
  else await writeMessage(tx, parts, { matter_id, topic_id: topic ?? "" }, { id, text })
  return id
}
