import type { ComponentChildren } from "preact"
import { localeOf } from "../../../definition/text.ts"
import { textOf } from "../../../web/portal/form.ts"
import { PageForm } from "../../../web/portal/page-form.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import { FileField } from "../../../web/ui/components/file-field.tsx"
import { FileList } from "../../../web/ui/components/file-list.tsx"
import { TextArea } from "../../../web/ui/components/text-field.tsx"
import { type Attachment, listUnsent, removeUnsent } from "../../documents/attachments.ts"
import { acceptAttribute } from "../../documents/content-type.ts"
import { displaySize } from "../../documents/portal/display-size.ts"
import { faultStatus, refusalSentence } from "../../documents/portal/uploads/refusals.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { NewRecord, newRecordId, type RoutedRequest } from "../../portal/sections/section.tsx"
import type { RefusedFile } from "../forms.ts"
import { type findMessageFaults, max_message_text_characters } from "../writing.ts"

/** Why a message was not sent: the faults of its fields, and the refused files. */
export interface MessageFaults {
  faults: ReturnType<typeof findMessageFaults>
  files: readonly RefusedFile[]
}

export const no_faults: MessageFaults = { faults: [], files: [] }

/** The name of the button that removes a file before the message is sent. */
const removeFileField = "remove_file"

/** The form for a message to the firm with its files; `children` are the fields that a new topic adds. */
export async function messageForm(
  req: PageRequest,
  request: RoutedRequest,
  { errors, label, children }: { errors: MessageFaults; label: string; children?: ComponentChildren },
) {
  const { words, tx, matter } = req
  const id = newRecordId("message", request.form)
  const unsent = await listUnsent(tx, matter.id, id)
  const refusals = fileFaults(errors, req)
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
        hint={words.frame.max_characters_hint(max_message_text_characters.toLocaleString(localeOf(req.lang)))}
        rows={6}
        value={textOf(request.form, "text")}
        error={fieldFault(errors, "text", req)}
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

/** The files already uploaded for the unsent message. */
function Unsent({ files, req: { words, lang } }: { files: readonly Attachment[]; req: PageRequest }) {
  return (
    <FileList
      label={words.messages.files_waiting}
      files={files.map(({ document_id, filename, size }) => ({
        id: document_id,
        name: filename,
        detail: `${displaySize(size, lang)}. ${words.messages.goes_along}`,
        actions: (
          <Button variant="quiet" small icon="trash" name={removeFileField} value={document_id}>
            {words.frame.remove}
            <span class="visually-hidden">{words.documents.about(filename)}</span>
          </Button>
        ),
      }))}
    />
  )
}

/** Removes the file whose button was pressed; returns whether there was one. */
export async function removeFile({ tx, matter }: PageRequest, { form }: RoutedRequest): Promise<boolean> {
  const document_id = textOf(form, removeFileField)
  if (document_id === undefined) return false
  await removeUnsent(tx, { matter_id: matter.id, message_id: newRecordId("message", form) }, document_id)
  return true
}

/** The sentence about a field's fault; undefined if it has none. */
export function fieldFault(
  { faults }: MessageFaults,
  param: "subject" | "text",
  { words }: PageRequest,
): string | undefined {
  const fault = faults.find((one) => one.param === param)
  if (!fault) return undefined
  return words.messages.faults[param][fault.code === "too_long" ? "too_long" : "required"]
}

function fileFaults({ files }: MessageFaults, { words, lang }: PageRequest): string[] {
  return files.map(({ filename, error }) => {
    const sentence = refusalSentence(error, filename, lang)
    return filename ? words.documents.fault(filename, sentence) : sentence
  })
}

export function faultSummary(errors: MessageFaults, req: PageRequest): SummaryError[] {
  const fields = (["subject", "text"] as const).flatMap((href) => {
    const text = fieldFault(errors, href, req)
    return text ? [{ href, text }] : []
  })
  return [...fields, ...fileFaults(errors, req).map((text) => ({ href: "files", text }))]
}

/** The response status of a page with these faults; 200 if there are none. */
export function statusOf({ faults, files }: MessageFaults): number {
  return (
    files.map(({ error }) => faultStatus(error)).find(Boolean) ??
    (faults.length + files.length > 0 ? 422 : 200)
  )
}
