import { sizeText } from "../../../intake/documents/console/file-size.ts"
import { form } from "../../../web/console/forms/form.ts"
import { matterCrumbs, matterForm } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { ConsoleForm } from "../../../web/console/routing.ts"
import { timeText } from "../../../web/console/times.tsx"
import type { Redirect } from "../../../web/console/view.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { Conversation } from "../../../web/ui/components/conversation.tsx"
import { PostForm } from "../../../web/ui/components/permitted.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { getTopic, markTopicRead, readTopic } from "../messages.ts"
import { markReplyNotNeeded, writeMessage } from "../writing.ts"
import { messageFields, messageIdOf, removeFile, requireAcceptedFiles } from "./message-fields.tsx"
import { StateTags } from "./topics-page.tsx"

/** One topic with the reply form. Opening the page marks its messages as read. */
export const topicForm: ConsoleForm<void> = form({
  open: async (req) => {
    const { tx, parts, staff } = req
    const matter = await requireMatter(req)
    const home = `/console/matters/${matter.id}/messages`
    const topic = await getTopic(tx, matter.id, req.param("topic_id"), staff.user_id)
    const messages = await readTopic(tx, parts.ring, topic.id)
    const seen = messages.length - topic.unread
    await markTopicRead(tx, { matter_id: matter.id, topic_id: topic.id, number: topic.messages })
    const { fields, content } = await messageFields(req, matter.id)
    const isOpen = matter.close_date === null
    return {
      ...matterForm(matter, topic.subject),
      breadcrumbs: [...matterCrumbs(matter), { text: "Messages", href: home }],
      heading: {
        tag: <StateTags topic={{ ...topic, unread: 0 }} />,
        lede: topic.question_id ? (
          <>
            Asked about a question: <a href={`/console/matters/${matter.id}/review`}>see the answers</a>
          </>
        ) : undefined,
        actions: topic.waiting_since && (
          <PostForm action={`${home}/${topic.id}/no-reply`}>
            <Button variant="secondary" icon="check">
              No reply needed
            </Button>
          </PostForm>
        ),
      },
      above: (
        <Card>
          <Conversation
            label={`Messages about “${topic.subject}”`}
            files_label="Files of this message"
            entries={messages.map((message, index) => ({
              id: message.id,
              by: message.by_name || "Client",
              at: { datetime: message.written_at.toISOString(), text: timeText(message.written_at, req) },
              text: message.text,
              files: message.files.map(({ document_id, filename, size }) => ({
                id: document_id,
                name: filename,
                href: `/console/matters/${matter.id}/documents/${document_id}`,
                detail: sizeText(size),
              })),
              is_own: !message.is_from_client,
              mark: index >= seen && message.written_by !== staff.user_id && <Tag tone="accent">New</Tag>,
            }))}
          />
        </Card>
      ),
      fields,
      layout: (show) => <Card title="Reply">{content(show)}</Card>,
      record: { matter_id: matter.id, topic_id: topic.id },
      icon: "mail",
      submit: isOpen ? "Send" : undefined,
      cancel: home,
      below: !isOpen && <p class="hint">This matter is closed, so no one can write messages.</p>,
    }
  },
  receive: requireAcceptedFiles,
  save: async (req, { text }, { matter_id, topic_id }) => {
    if (await removeFile(req, matter_id)) return topicForm.show(req, { form: req.form, faults: [] })
    await writeMessage(req.tx, req.parts, { matter_id, topic_id }, { text, id: messageIdOf(req.form) })
    return { done: "message_sent", to: `/console/matters/${matter_id}/messages/${topic_id}` }
  },
})

export async function markNoReply(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  await markReplyNotNeeded(req.tx, id, req.param("topic_id"))
  return { to: `/console/matters/${id}/messages`, flash: { done: "reply_not_needed" } }
}
