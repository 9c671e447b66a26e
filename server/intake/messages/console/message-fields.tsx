import type { FastifyRequest } from "fastify"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { badRequest, Failure, type Fault } from "../../../platform/errors.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { bytesText } from "../../../platform/text/sizes-and-ages.ts"
import type { Show } from "../../../web/console/forms/field.ts"
import { text } from "../../../web/console/forms/text-fields.tsx"
import { file, hidden } from "../../../web/console/forms/unseen-fields.tsx"
import { idOf, type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { Button } from "../../../web/ui/components/button.tsx"
import { Details } from "../../../web/ui/components/card.tsx"
import { FileList } from "../../../web/ui/components/file-list.tsx"
import { listUnsent, removeUnsent } from "../../documents/attachments.ts"
import { acceptAttribute } from "../../documents/content-type.ts"
import { max_attachments } from "../../documents/uploads/upload-target.ts"
import { refusedFiles } from "../forms.ts"
import { max_message_text_characters } from "../writing.ts"

/** The id of the new message: makes a double submit write it once, and links uploaded files to it. */
export const message_id_field = "message_id"

/** The button that removes a file before the message is sent. */
const removal_field = "remove_file"

export function messageIdOf(form: Form): string {
  return idOf(form, "message")
}

/** The fields of every form that writes to the client; the form must be `multipart/form-data`. */
export async function messageFields(
  { tx, form }: PageRequest,
  matter_id: string,
  planned?: { id: string; text: string },
) {
  const id = planned && !form[message_id_field] ? planned.id : messageIdOf(form)
  const unsent = await listUnsent(tx, matter_id, id)
  const message = {
    [message_id_field]: hidden(id),
    text: text({
      label: "Your message",
      hint: "Everyone who is invited to the matter can read it.",
      rows: 6,
      placeholder: "Message to the client",
      max: max_message_text_characters,
      value: planned?.text ?? "",
    }),
  }
  const attached = {
    files: file({
      label: "Files",
      hint: `Up to ${max_attachments} pictures, PDF, Word, Excel or text files of at most 100 MB each.`,
      accept: acceptAttribute,
      multiple: true,
    }),
  }
  const content = (show: Show) => (
    <>
      {show(message)}
      {unsent.length > 0 && (
        <FileList
          label="Attached files"
          files={unsent.map(({ document_id, filename, size }) => ({
            id: document_id,
            name: filename,
            detail: `${bytesText(size)}, sent with your message`,
            actions: (
              <Button variant="quiet" small icon="trash" name={removal_field} value={document_id}>
                Remove<span class="visually-hidden"> {filename}</span>
              </Button>
            ),
          }))}
        />
      )}
      <Details summary="Attach files" open={unsent.length > 0 || Object.keys(form).length > 0}>
        {show(attached)}
      </Details>
    </>
  )
  return { fields: { ...message, ...attached }, content }
}

/** Removes the file whose button was pressed; false if none was. */
export async function removeFile({ tx, form }: PageRequest, matter_id: string): Promise<boolean> {
  const record_id = trimmedTextOf(form, removal_field)
  if (record_id === "") return false
  await removeUnsent(tx, { matter_id, message_id: messageIdOf(form) }, record_id)
  await recordAudit(tx, "attachment_removed", { matter_id, record_id })
  return true
}

/** Throws "bad request" if any file of the form was refused, naming each and why. */
export async function requireAcceptedFiles(request: FastifyRequest): Promise<void> {
  const faults = (await refusedFiles(request)).map(({ filename, error }): Fault => {
    const why = error instanceof Failure ? error.message : "It could not be saved. Choose it again."
    const code = error instanceof Failure ? error.code : "not_saved"
    return { param: "files", code, message: filename ? `${filename}: ${why}` : why }
  })
  const [first] = faults
  if (!first) return
  // The field shows one fault, so its message names every file.
  throw badRequest([{ ...first, message: faults.map(({ message }) => message).join(" ") }])
}
