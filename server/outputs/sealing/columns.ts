// Every column with sealed text, and the context of each text. A rotation of the master key reencrypts these columns,
// and a check decrypts them. server/outputs/sealing/rotation.test.ts fails if a new column is missing here.

import { answerKey } from "../../definition/conditions/conditions.ts"
import { contextOf as acceptedFormContext } from "../../firm/access/accepted-forms.ts"
import { contextOf as lateFormContext } from "../../firm/access/late-forms.ts"
import { contextOf as secondFactorContext } from "../../firm/users/sign-in/second-factor.ts"
import { plannedContext } from "../../follow-up/conversations/planned-messages.ts"
import { contextOf as inquiryContext } from "../../follow-up/inquiries/inquiries.ts"
import { contextOf as answerContext } from "../../intake/answers/sealed-values.ts"
import { topicContext } from "../../intake/documents/attachments.ts"
import { thumbnailContext } from "../../intake/documents/thumbnails.ts"
import { contextOf as uploadContext } from "../../intake/documents/uploads/unfinished-uploads.ts"
import { contextOf as invitationContext } from "../../intake/matters/invitations/invitations.ts"
import { contextOf as messageContext } from "../../intake/messages/messages.ts"
import { contextOf as fileContext } from "../../platform/files/encrypted-files.ts"
import { contextOf as idempotencyContext } from "../../platform/http/responses/idempotency.ts"
import { mailContext, subjectContext } from "../../platform/mail/outbox.ts"
import { headersContext, secretContext } from "../webhooks/secrets.ts"

/** A row in PostgreSQL's JSON format. */
export type Row = Readonly<Record<string, unknown>>

/** A sealed text and its encryption context. */
export interface Sealed {
  text: string
  use: "seal" | "wrap"
  context: string
}

export interface SealedColumn {
  table: string
  column: string
  type: "text" | "jsonb"
  /** The columns that identify a row within its firm. */
  identity: readonly string[]
  /** The column's name for people. */
  words: string
  /** SQL for the column's sealed texts, as text[]; NULLs are ignored. */
  texts: string
  /** Returns the same texts from a row in JSON, with their contexts. */
  find(row: Row): Sealed[]
}

function textColumn(
  table: string,
  column: string,
  words: string,
  context: (row: Row) => string,
  { identity = ["id"], use = "seal" }: { identity?: readonly string[]; use?: "seal" | "wrap" } = {},
): SealedColumn {
  return {
    table,
    column,
    type: "text",
    identity,
    words,
    // A removed webhook endpoint keeps nothing: its columns are empty.
    texts: `array[nullif(${column}, '')]`,
    find: (row) => {
      const text = row[column]
      return typeof text === "string" && text !== "" ? [{ text, use, context: context(row) }] : []
    },
  }
}

const of = (row: Row, name: string) => String(row[name] ?? "")
const fileOf = (row: Row) => fileContext(of(row, "file_key"))
const id = (row: Row) => of(row, "id")
const thumbnailOf = (row: Row) => thumbnailContext(of(row, "matter_id"))

/** A value in a field's history; only those of sensitive answers are sealed. */
function historyColumn(column: "value" | "previous"): SealedColumn {
  return {
    table: "changes",
    column,
    type: "jsonb",
    identity: ["record_id", "field", "revision"],
    words: "the history of a sensitive answer",
    texts: `array[${column} ->> 'sealed']`,
    find: (row) => {
      const text = (row[column] as { sealed?: unknown } | null)?.sealed
      const context = answerContext(of(row, "matter_id"), of(row, "field"))
      return typeof text === "string" ? [{ text, use: "seal", context }] : []
    },
  }
}

interface AnswersSnapshot {
  answers?: ({ question: string; about: string | null; value_sealed?: string } | null)[]
}

function snapshotColumn(table: string, identity: readonly string[]): SealedColumn {
  return {
    table,
    column: "snapshot",
    type: "jsonb",
    identity,
    words: "a sensitive answer in a submission",
    texts: `array(select answer ->> 'value_sealed' from jsonb_array_elements(snapshot -> 'answers') answer)`,
    find: (row) =>
      ((row.snapshot as AnswersSnapshot).answers ?? []).flatMap((answer) => {
        if (!answer?.value_sealed) return []
        const context = answerContext(of(row, "matter_id"), answerKey(answer.question, answer.about))
        return [{ text: answer.value_sealed, use: "seal" as const, context }]
      }),
  }
}

export const columns: readonly SealedColumn[] = [
  textColumn("users", "second_factor_sealed", "an authenticator app", (row) => secondFactorContext(id(row))),
  textColumn("late_forms", "form_sealed", "a form that came after a session had ended", (row) =>
    lateFormContext(of(row, "firm_id"), of(row, "user_id")),
  ),
  textColumn(
    "accepted_forms",
    "response_sealed",
    "what a form led to",
    (row) => acceptedFormContext(of(row, "firm_id")),
    { identity: ["digest"] },
  ),
  textColumn("mails", "body_sealed", "an email", (row) => mailContext(id(row))),
  textColumn("mails", "subject_sealed", "an email’s subject", (row) => subjectContext(id(row))),
  textColumn(
    "idempotent_answers",
    "body_sealed",
    "a response kept for its Idempotency-Key",
    (row) => idempotencyContext(of(row, "firm_id"), of(row, "api_key_id"), of(row, "key")),
    { identity: ["api_key_id", "key"] },
  ),
  textColumn("answers", "value_sealed", "a sensitive answer", (row) =>
    answerContext(of(row, "matter_id"), answerKey(of(row, "question_id"), row.about as string | null)),
  ),
  historyColumn("value"),
  historyColumn("previous"),
  snapshotColumn("submissions", ["matter_id", "number"]),
  snapshotColumn("private_submissions", ["matter_id", "number", "contact_id"]),
  textColumn("inquiries", "message_sealed", "what an inquiry says", (row) => inquiryContext(id(row))),
  textColumn("message_topics", "subject_sealed", "the subject of messages", (row) => topicContext(id(row))),
  textColumn("planned_messages", "content_sealed", "a planned message", (row) => plannedContext(id(row))),
  textColumn("messages", "text_sealed", "a message", (row) => messageContext(id(row))),
  textColumn("invitations", "key_sealed", "an invitation", (row) => invitationContext(id(row))),
  textColumn("webhook_endpoints", "headers_sealed", "a webhook's headers", (row) => headersContext(id(row))),
  textColumn("webhook_endpoints", "secret_sealed", "a webhook's secret", (row) => secretContext(id(row))),
  textColumn("webhook_endpoints", "previous_secret_sealed", "a webhook's former secret", (row) =>
    secretContext(id(row)),
  ),
  textColumn("documents", "wrapped_key", "a file", fileOf, { use: "wrap" }),
  textColumn("documents", "thumbnail_sealed", "a file's thumbnail", thumbnailOf),
  textColumn("deleted_documents", "wrapped_key", "a file of a deleted matter", fileOf, {
    use: "wrap",
    identity: ["deletion_id", "id"],
  }),
  textColumn("document_templates", "wrapped_key", "a document template", fileOf, { use: "wrap" }),
  textColumn("exports", "wrapped_key", "an export", fileOf, { use: "wrap" }),
  textColumn("unfinished_parts", "wrapped_key", "a part of an upload", fileOf, {
    use: "wrap",
    identity: ["upload_id", "starts_at"],
  }),
  textColumn("unfinished_uploads", "filename_sealed", "the name of an upload", (row) =>
    uploadContext(id(row)),
  ),
  textColumn("unfinished_uploads", "thumbnail_sealed", "the thumbnail of an upload", thumbnailOf),
  {
    table: "firms",
    column: "logo_file",
    type: "jsonb",
    identity: [],
    words: "a logo",
    texts: `array[logo_file ->> 'wrapped_key']`,
    find: ({ logo_file }) => {
      const { key, wrapped_key } = logo_file as { key: string; wrapped_key: string }
      return [{ text: wrapped_key, use: "wrap", context: fileContext(key) }]
    },
  },
]
