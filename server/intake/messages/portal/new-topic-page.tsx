import { inOneLine } from "../../../definition/values/typed-text.ts"
import { textOf } from "../../../web/portal/form.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import { newRecordId, type RoutedRequest } from "../../portal/sections/section.tsx"
import type { Redirect, View } from "../../portal/view.tsx"
import { findMessageFaults, max_subject_characters, openTopic } from "../writing.ts"
import {
  faultSummary,
  fieldFault,
  type MessageFaults,
  messageForm,
  no_faults,
  removeFile,
  statusOf,
} from "./message-form.tsx"
import { AboutQuestion, findQuestion } from "./question.tsx"
import { messagesUrl, topicUrl } from "./urls.ts"
import { requireWriter, whyNotWrite } from "./who-may-write.ts"

/** The page for a new topic: its subject and first message. Opened from a question, the question is the subject. */
export async function showNewTopic(
  req: PageRequest,
  request: RoutedRequest,
  errors = no_faults,
): Promise<View> {
  const words = req.words.messages
  const question = await questionOf(req, request)
  const frame = {
    title: words.write,
    back: question ? { href: question.href } : { href: messagesUrl, text: words.all },
  }
  if (whyNotWrite(req)) return { ...frame, body: <Notice>{words.closed}</Notice> }
  return {
    ...frame,
    status: statusOf(errors),
    errors: faultSummary(errors, req),
    body: (
      <>
        <PageHeading caption={words.title} title={words.write} lede={words.new_lede(req.firm.name)} />
        {question && <AboutQuestion req={req} found={question} />}
        {
          await messageForm(req, request, {
            errors,
            label: words.text_label,
            children: !question && (
              <TextField
                id="subject"
                label={words.subject_label}
                autocomplete="off"
                maxlength={max_subject_characters}
                value={textOf(request.form, "subject")}
                error={fieldFault(errors, "subject", req)}
              />
            ),
          })
        }
      </>
    ),
  }
}

export async function sendNewTopic(
  req: PageRequest,
  request: RoutedRequest,
  files: MessageFaults["files"] = [],
): Promise<View | Redirect> {
  const { tx, parts, matter } = req
  requireWriter(req)
  if (await removeFile(req, request)) return showNewTopic(req, request)
  const question = await questionOf(req, request)
  const subject = question
    ? question.title.slice(0, max_subject_characters)
    : inOneLine(textOf(request.form, "subject") ?? "")
  const text = textOf(request.form, "text") ?? ""
  const faults = findMessageFaults({ subject, text })
  if (faults.length + files.length > 0) return showNewTopic(req, request, { faults, files })
  const topic_id = await openTopic(tx, parts, matter.id, {
    id: newRecordId("message", request.form),
    subject,
    text,
    question_id: question?.id,
    about: question?.about,
  })
  return { to: topicUrl(topic_id), done: { key: "message_sent", name: "" } }
}

/** The question that the URL names; undefined if the client is not asked it. */
async function questionOf(req: PageRequest, { query }: RoutedRequest) {
  if (!query.question) return undefined
  const subject = { id: query.question, about: query.about ?? null }
  const found = await findQuestion(req, subject)
  return found && { ...subject, ...found }
}
