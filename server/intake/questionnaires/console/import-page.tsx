// Imports a questionnaire, or questions for the library, from a file or pasted text. These are the only pages of the
// builder whose forms accept files.
import type { FastifyRequest } from "fastify"
import type { Parts } from "../../../parts.ts"
import { badRequest } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { SubmitOrCancel } from "../../../web/console/forms/submit-or-cancel.tsx"
import {
  incompleteUpload,
  isRefusedByServer,
  openFileForms,
} from "../../../web/console/forms/uploaded-file.ts"
import {
  faultAt,
  type PageRequest,
  type RefusedForm,
  textOf,
  typedOr,
} from "../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { draftUrl, listUrl } from "./builder/draft.ts"
import { importQuestions, importQuestionsPage } from "./library/import-page.tsx"
import { bankUrl } from "./library/list-page.tsx"
import { createWithDraft } from "./new-page.tsx"
import { JsonFileFields, sentText, unreadable } from "./part-forms/json-file-fields.tsx"

const max_file_bytes = 1024 * 1024

export function importPages(root: App, parts: Parts): void {
  const limits = { max_bytes: max_file_bytes, max_field_bytes: max_file_bytes + 1 }
  openFileForms(root, parts, limits, (console) => {
    const form = { show: importPage, receive: receiveForm, act: importQuestionnaire }
    console.form(`${listUrl}/import`, form, { author: true })
    const questions = { show: importQuestionsPage, receive: receiveForm, act: importQuestions }
    console.form(`${bankUrl}/import`, questions, { author: true, audit: "nothing" })
  })
}

async function importPage(_: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "Import a questionnaire",
    breadcrumbs: [{ text: "Questionnaires", href: listUrl }],
    heading: { lede: "Import a file that was exported from Foyer, here or elsewhere. It becomes a draft." },
    refused,
    body: (
      <form method="post" encType="multipart/form-data" class="stack">
        <Card>
          <JsonFileFields refused={refused} />
          <TextField
            id="url_short_name"
            label="Short name"
            optional="(optional)"
            hint="If you leave it blank, the name in the file is used."
            maxlength={60}
            spellcheck={false}
            autocomplete="off"
            value={typedOr(refused, "url_short_name")}
            error={faultAt(refused, "url_short_name")}
          />
        </Card>
        <SubmitOrCancel cancel={listUrl}>Import</SubmitOrCancel>
      </form>
    ),
  }
}

/**
 * Converts a multipart form to an ordinary one, with the file's content as text. If the form is rejected, the text is
 * shown again, because a browser cannot reselect the file.
 */
async function receiveForm(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) request.body = await readSentForm(request)
}

/** Throws "bad request" if the file is too large or the upload was interrupted. */
async function readSentForm(request: FastifyRequest): Promise<Form> {
  const form: Record<string, string[]> = Object.create(null)
  try {
    for await (const part of request.parts()) {
      const content = part.type === "file" ? await part.toBuffer() : Buffer.from(String(part.value))
      if (content.length > max_file_bytes)
        throw unreadable("The file is larger than 1 MB. Choose a file that was exported from Foyer.")
      // PostgreSQL cannot store NUL.
      const text = new TextDecoder().decode(content).replaceAll("\0", "")
      if (part.type !== "file") form[part.fieldname] ??= [text]
      else if (text !== "") form.file = [text]
    }
  } catch (error) {
    throw isRefusedByServer(error) ? error : incompleteUpload("chosen")
  }
  return form
}

async function importQuestionnaire({ tx, form }: PageRequest): Promise<PageResponse> {
  const text = sentText(form)
  // Loaded on first use, because the validator takes megabytes of memory.
  const { readQuestionnaireFile } = await import("../editing/importing.ts")
  const read = readQuestionnaireFile(text)
  if ("faults" in read) throw badRequest(read.faults)
  const { title, internal_type, approach, definition } = read.file
  const url_short_name = textOf(form, "url_short_name") || read.file.url_short_name
  if (!/^[a-z0-9-]{1,60}$/.test(url_short_name)) {
    const message = "Use lower-case letters, digits and hyphens, up to 60 characters."
    throw badRequest([{ param: "url_short_name", code: "unknown_value", message }])
  }
  const id = await createWithDraft(tx, { title, internal_type, approach, url_short_name }, definition)
  return { to: draftUrl(id), flash: { done: "questionnaire_created" } }
}
