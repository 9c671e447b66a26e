import { recordAudit } from "../../../firm/audit/audit.ts"
import { sizeText } from "../../../intake/documents/console/file-size.ts"
import { matterCrumbs } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { timeText } from "../../../web/console/times.tsx"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { Conversation } from "../../../web/ui/components/conversation.tsx"
import { IfPermitted, PostForm } from "../../../web/ui/components/permitted.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { getTopic, markTopicRead, readTopic } from "../messages.ts"
import { markReplyNotNeeded, writeMessage } from "../writing.ts"
import { messageFields, messageOf, removeFile } from "./message-fields.tsx"
import { StateTags } from "./topics-page.tsx"

/** One topic with the reply form. Opening the page marks its messages as read. */
export async function topicPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx, parts, staff } = req
  const matter = await requireMatter(req)
  const home = `/console/matters/${matter.id}/messages`
  const topic = await getTopic(tx, matter.id, req.param("topic_id"), staff.user_id)
  const messages = await readTopic(tx, parts.ring, topic.id)
  const seen = messages.length - topic.unread
  await markTopicRead(tx, { matter_id: matter.id, topic_id: topic.id, number: topic.messages })
  return {
    title: topic.subject,
    tab_title: `${topic.subject}: ${matter.name}`,
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
    refused,
    body: (
      <>
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
        {matter.close_date === null ? (
          <IfPermitted href="">
            <Card title="Reply">
              <form method="post" encType="multipart/form-data">
                {await messageFields(req, { matter_id: matter.id, refused, cancel: home })}
              </form>
            </Card>
          </IfPermitted>
        ) : (
          <p class="hint">This matter is closed, so no one can write messages.</p>
        )}
      </>
    ),
  }
}

export async function replyInTopic(req: PageRequest): Promise<View | Redirect> {
  const { id } = await requireMatter(req)
  if (await removeFile(req, id)) return topicPage(req, { form: req.form, faults: [] })
  const topic_id = req.param("topic_id")
  await writeMessage(req.tx, req.parts, { matter_id: id, topic_id }, messageOf(req))
  await recordAudit(req.tx, "message_sent", { matter_id: id, record_id: topic_id })
  return { to: `/console/matters/${id}/messages/${topic_id}`, flash: { done: "message_sent" } }
}

export async function markNoReply(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  await markReplyNotNeeded(req.tx, id, req.param("topic_id"))
  return { to: `/console/matters/${id}/messages`, flash: { done: "reply_not_needed" } }
}
