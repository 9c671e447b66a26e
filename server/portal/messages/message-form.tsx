import type { ComponentChildren } from "preact"
import { localeOf } from "../../definition/text.ts"
import { type Attachment, listUnsent, removeUnsent } from "../../documents/attachments.ts"
import type { RefusedFile } from "../../messages/forms.ts"
import { type findMessageFaults, max_text_characters } from "../../messages/writing.ts"
import { Button } from "../../ui/components/button.tsx"
import type { SummaryError } from "../../ui/components/error-summary.tsx"
import { FileField } from "../../ui/components/file-field.tsx"
import { FileList } from "../../ui/components/file-list.tsx"
import { TextArea } from "../../ui/components/text-area.tsx"
import { displaySize } from "../documents/display-size.ts"
import { faultStatus, refusalSentence } from "../documents/refusals.ts"
import { acceptAttribute } from "../documents/upload-form.tsx"
import { textOf } from "../form.ts"
import { NewRecord, newRecordId } from "../new-record.tsx"
import { PageForm } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"

/** Why a message is not sent: each fault of its fields, and each file that was not taken. */
export interface NotSent {
  faults: ReturnType<typeof findMessageFaults>
  files: readonly RefusedFile[]
}

export const nothingWrong: NotSent = { faults: [], files: [] }

/** The button that takes a file away again, before the message is sent. */
const removalField = "remove_file"

/** A message to the firm with its files, below the fields that a new topic adds. */
export async function messageForm(
  req: PageRequest,
  request: RoutedRequest,
  { errors, label, children }: { errors: NotSent; label: string; children?: ComponentChildren },
) {
  const { words, tx, matter } = req
  const id = newRecordId("message", request.form)
  const unsent = await listUnsent(tx, matter.id, id)
  const refusals = refusalsOf(errors, req)
  return (
    <PageForm
      action={`${request.path}${request.search}`}
      words={words}
      submit={words.messages.send}
      is_local
      has_files
    >
      <NewRecord id={id} />
      {children}
      <TextArea
        id="text"
        label={label}
        hint={words.frame.max_characters_hint(max_text_characters.toLocaleString(localeOf(req.lang)))}
        rows={6}
        value={textOf(request.form, "text")}
        error={sentenceAt(errors, "text", req)}
      />
      {unsent.length > 0 && <Unsent files={unsent} req={req} />}
      <FileField
        id="files"
        label={words.messages.files_label}
        hint={words.documents.hint}
        drop={words.documents.drop}
        accept={acceptAttribute}
        multiple
        error={refusals.length > 0 && refusals.map((text) => <span key={text}>{text} </span>)}
      />
    </PageForm>
  )
}

/** Files that wait for the message to be sent. */
function Unsent({ files, req: { words, lang } }: { files: readonly Attachment[]; req: PageRequest }) {
  return (
    <FileList
      label={words.messages.files_waiting}
      files={files.map(({ document_id, filename, size }) => ({
        id: document_id,
        name: filename,
        detail: `${displaySize(size, lang)}. ${words.messages.goes_along}`,
        actions: (
          <Button look="quiet" small icon="trash" name={removalField} value={document_id}>
            {words.documents.remove}
            <span class="visually-hidden">{words.documents.about(filename)}</span>
          </Button>
        ),
      }))}
    />
  )
}

/** Takes the file away whose button was pressed; whether there was one. */
export async function removeFile({ tx, matter }: PageRequest, { form }: RoutedRequest): Promise<boolean> {
  const document_id = textOf(form, removalField)
  if (document_id === undefined) return false
  await removeUnsent(tx, { matter_id: matter.id, message_id: newRecordId("message", form) }, document_id)
  return true
}

/** What is wrong with a field of the form, in the client's words. */
export function sentenceAt(
  { faults }: NotSent,
  param: "subject" | "text",
  { words }: PageRequest,
): string | undefined {
  const fault = faults.find((one) => one.param === param)
  if (!fault) return undefined
  return words.messages.faults[param][fault.code === "too_long" ? "too_long" : "required"]
}

function refusalsOf({ files }: NotSent, { words, lang }: PageRequest): string[] {
  return files.map(({ filename, error }) => {
    const sentence = refusalSentence(error, filename, lang)
    return filename ? words.documents.fault(filename, sentence) : sentence
  })
}

export function summaryOf(errors: NotSent, req: PageRequest): SummaryError[] {
  const fields = (["subject", "text"] as const).flatMap((href) => {
    const text = sentenceAt(errors, href, req)
    return text ? [{ href, text }] : []
  })
  return [...fields, ...refusalsOf(errors, req).map((text) => ({ href: "files", text }))]
}

/** The status of a page that says so: 200 where nothing is wrong. */
export function statusOf({ faults, files }: NotSent): number {
  return (
    files.map(({ error }) => faultStatus(error)).find(Boolean) ??
    (faults.length + files.length > 0 ? 422 : 200)
  )
}
