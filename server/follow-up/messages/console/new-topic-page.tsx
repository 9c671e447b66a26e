import { recordAudit } from "../../../firm/audit/audit.ts"
import { matterCrumbs } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../../../web/console/page-request.ts"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { max_subject_characters, openTopic } from "../writing.ts"
import { messageFields, messageOf, removeFile } from "./message-fields.tsx"

export async function newTopicPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const home = `/console/matters/${matter.id}/messages`
  const title = "Write to the client"
  return {
    title,
    tab_title: `${title}: ${matter.name}`,
    breadcrumbs: [...matterCrumbs(matter), { text: "Messages", href: home }],
    refused,
    body: (
      <Card>
        <form method="post" encType="multipart/form-data">
          <TextField
            {...fieldOf(refused, "subject")}
            label="What is it about?"
            hint="The topic, in a few words. The email does not include it."
            autocomplete="off"
            maxlength={max_subject_characters}
          />
          {await messageFields(req, { matter_id: matter.id, refused, cancel: home })}
        </form>
      </Card>
    ),
  }
}

export async function openNewTopic(req: PageRequest): Promise<View | Redirect> {
  const { id } = await requireMatter(req)
  if (await removeFile(req, id)) return newTopicPage(req, { form: req.form, faults: [] })
  const message = { ...messageOf(req), subject: textOf(req.form, "subject") }
  const topic_id = await openTopic(req.tx, req.parts, id, message)
  await recordAudit(req.tx, "message_sent", { matter_id: id, record_id: topic_id })
  return { to: `/console/matters/${id}/messages/${topic_id}`, flash: { done: "message_sent" } }
}
