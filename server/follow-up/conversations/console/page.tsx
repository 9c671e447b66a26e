// The conversation about a matter: the stream, newest last, what is collected for the client, and the composer at the foot.

import type { FastifyRequest } from "fastify"
import { frameOf, type MatterDetails, openMatter } from "../../../intake/matters/console/frame/frame.tsx"
import { requireMatter } from "../../../intake/matters/console/frame/require-matter.ts"
import {
  message_id_field,
  messageIdOf,
  requireAcceptedFiles,
} from "../../../intake/messages/console/message-fields.tsx"
import { registerMessageForms } from "../../../intake/messages/forms.ts"
import { markMessagesRead } from "../../../intake/messages/messages.ts"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import type { Flash, FlashKey } from "../../../web/console/forms/flash.ts"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../web/console/page-request.ts"
import { type ConsoleForm, openConsole } from "../../../web/console/routing.ts"
import type { View } from "../../../web/console/view.tsx"
import { collectedPart, sendCollected } from "./collected.tsx"
import { Composer, readMode } from "./composer.tsx"
import type { ModeName } from "./mode.ts"
import { takeMessageBack } from "./planned-entries.tsx"
import { withReply } from "./replies-mode.tsx"
import { readStream, StreamPart } from "./stream.tsx"
import { conversationUrl, newest } from "./urls.ts"

/** The conversation about a matter. Its form accepts files, so its route needs its own body parser. */
export function conversationPages(root: App, parts: Parts): void {
  const forms = { id_field: message_id_field, idOf: messageIdOf, findWriter }
  registerMessageForms(root, parts, forms, (scope) => {
    openConsole(scope, parts).form("/console/matters/:matter_id/conversation", conversationForm, {
      readable: true,
    })
  })
}

const conversationForm: ConsoleForm<void> = {
  show: conversationPage,
  prepare: async () => requireAcceptedFiles,
  act: async (req) => {
    const matter = await openMatter(req)
    const to = trimmedTextOf(req.form, "to") as ModeName
    const form = await withReply(req, matter.id)
    if (form) return { ...(await conversationPage({ ...req, form }, { form, faults: [] })), status: 422 }
    const done = await save(req, matter)
    if (!done) return conversationPage(req, { form: req.form, faults: [] })
    // The mode stays, so that a second note does not go to the client.
    const query = to === "internal" || to === "ask" ? { to } : {}
    const url = conversationUrl(matter.id, query)
    const fresh = { ...req, form: {}, query, url }
    const part = async () => wholeOf(await partsOf(fresh, await openMatter(fresh)))
    return { to: `${url}${newest}`, flash: typeof done === "string" ? { done } : done, part }
  },
}

async function save(req: PageRequest, matter: MatterDetails): Promise<FlashKey | Flash | undefined> {
  if (isCollected(req)) return sendCollected(req, matter)
  if (trimmedTextOf(req.form, "to") === "planned") return takeMessageBack(req, matter.id)
  return (await readMode(req, matter)).save()
}

function isCollected({ form }: PageRequest): boolean {
  return trimmedTextOf(form, "to") === "collected"
}

async function conversationPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await openMatter(req)
  const parts = await partsOf(req, matter, refused)
  return {
    ...frameOf(matter, "/conversation"),
    refused,
    islands: ["conversation", "stream", "replies"],
    body: wholeOf(parts),
    // What the island loads: the page from an entry on, or the composer in another mode.
    part: req.query.from ? parts.stream : parts.composer,
  }
}

/** The three parts of the page, each of which can be replaced in place. */
async function partsOf(req: PageRequest, matter: MatterDetails, refused?: RefusedForm) {
  const [mode, stream] = await Promise.all([readMode(req, matter), readStream(req, matter.id)])
  const [collected] = await Promise.all([
    collectedPart(req, matter, isCollected(req) ? refused : undefined),
    markMessagesRead(req.tx, matter.id, [...stream.messages.keys()]),
  ])
  return {
    stream: <StreamPart stream={stream} req={req} matter={matter} />,
    collected,
    composer: (
      <Composer mode={mode} matter={matter} req={req} refused={isCollected(req) ? undefined : refused} />
    ),
  }
}

function wholeOf({ stream, collected, composer }: Awaited<ReturnType<typeof partsOf>>) {
  return (
    <>
      {stream}
      {collected}
      {composer}
    </>
  )
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
