import { textOf } from "../../../web/portal/form.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Conversation } from "../../../web/ui/components/conversation.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { displaySize } from "../../documents/portal/display-size.ts"
import { documentUrl } from "../../documents/portal/open-document.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { newRecordId, type RoutedRequest } from "../../portal/sections/section.tsx"
import type { Redirect, View } from "../../portal/view.tsx"
import { timeOf } from "../../portal/who-and-when.ts"
import { getTopic, markTopicRead, readTopic } from "../messages.ts"
import { findMessageFaults, writeMessage } from "../writing.ts"
import {
  faultSummary,
  type MessageFaults,
  messageForm,
  no_faults,
  removeFile,
  statusOf,
} from "./message-form.tsx"
import { AboutQuestion, findQuestion } from "./question.tsx"
import { messagesUrl, topicUrl } from "./urls.ts"
import { requireWriter, whyNotWrite } from "./who-may-write.ts"

/** One topic with all its messages, and the form to reply. Marks the messages as read. */
export async function showTopic(req: PageRequest, request: RoutedRequest, errors = no_faults): Promise<View> {
  const { tx, parts, matter, client, firm } = req
  const words = req.words.messages
  const topic = await getTopic(
    tx,
    parts.ring,
    { matter_id: matter.id, topic_id: request.params.topic_id ?? "" },
    client.user_id,
  )
  const [messages, question] = await Promise.all([
    readTopic(tx, parts.ring, topic.id),
    topic.question_id && findQuestion(req, { id: topic.question_id, about: topic.about }),
  ])
  const seen = messages.length - topic.unread
  await markTopicRead(tx, { matter_id: matter.id, topic_id: topic.id, number: topic.messages })
  return {
    title: topic.subject,
    back: { href: messagesUrl, text: words.all },
    status: statusOf(errors),
    errors: faultSummary(errors, req),
    body: (
      <>
        <PageHeading caption={words.title} title={topic.subject} />
        {question && <AboutQuestion req={req} found={question} />}
        <Conversation
          label={topic.subject}
          files_label={words.files}
          entries={messages.map((message, index) => {
            const isMine = message.written_by === client.user_id
            return {
              id: message.id,
              by: isMine
                ? req.words.person.you
                : message.by_name || (message.is_from_client ? words.client : firm.name),
              at: { datetime: message.written_at.toISOString(), text: timeOf(message.written_at, req) },
              text: message.text,
              files: message.files.map(({ document_id, filename, size }) => ({
                id: document_id,
                name: filename,
                href: documentUrl(document_id),
                detail: displaySize(size, req.lang),
              })),
              is_own: message.is_from_client,
              mark: !isMine && index >= seen && <Tag tone="accent">{words.new}</Tag>,
            }
          })}
        />
        {!whyNotWrite(req) ? (
          await messageForm(req, request, { errors, label: words.reply_label })
        ) : (
          <Notice>{words.closed}</Notice>
        )}
      </>
    ),
  }
}

export async function replyToTopic(
  req: PageRequest,
  request: RoutedRequest,
  files: MessageFaults["files"] = [],
): Promise<View | Redirect> {
  const { tx, parts, matter } = req
  requireWriter(req)
  if (await removeFile(req, request)) return showTopic(req, request)
  const topic_id = request.params.topic_id ?? ""
  const text = textOf(request.form, "text") ?? ""
  const faults = findMessageFaults({ text })
  if (faults.length + files.length > 0) return showTopic(req, request, { faults, files })
  const id = newRecordId("message", request.form)
  await writeMessage(tx, parts, { matter_id: matter.id, topic_id }, { text, id })
  return { to: topicUrl(topic_id), done: { key: "message_sent", name: "" } }
}
