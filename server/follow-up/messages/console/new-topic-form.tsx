import { form } from "../../../web/console/forms/form.ts"
import { line } from "../../../web/console/forms/text-fields.tsx"
import { matterCrumbs, matterForm } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import type { ConsoleForm } from "../../../web/console/routing.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { max_subject_characters, openTopic } from "../writing.ts"
import { messageFields, messageIdOf, removeFile, requireAcceptedFiles } from "./message-fields.tsx"

export const newTopicForm: ConsoleForm<void> = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    const home = `/console/matters/${matter.id}/messages`
    const subject = line({
      label: "What is it about?",
      hint: "The topic, in a few words. The email does not include it.",
      max: max_subject_characters,
    })
    const { fields, content } = await messageFields(req, matter.id)
    return {
      ...matterForm(matter, "Write to the client"),
      breadcrumbs: [...matterCrumbs(matter), { text: "Messages", href: home }],
      fields: { subject, ...fields },
      layout: (show) => (
        <Card>
          {show({ subject })}
          {content(show)}
        </Card>
      ),
      record: matter.id,
      icon: "mail",
      submit: "Send",
      cancel: home,
    }
  },
  receive: requireAcceptedFiles,
  save: async (req, { subject, text }, id) => {
    if (await removeFile(req, id)) return newTopicForm.show(req, { form: req.form, faults: [] })
    const topic_id = await openTopic(req.tx, req.parts, id, { subject, text, id: messageIdOf(req.form) })
    return { done: "message_sent", to: `/console/matters/${id}/messages/${topic_id}` }
  },
})
