// Imports a questionnaire, or questions for the library, from a file or pasted text.

import type { FastifyRequest } from "fastify"
import type { Question } from "../../../definition/definition.ts"
import { kinds } from "../../../definition/kinds.ts"
import { textIn } from "../../../definition/text.ts"
import { trimmed } from "../../../definition/values/typed-text.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import type { Parts } from "../../../parts.ts"
import { badField, badRequest } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { form, type Outcome } from "../../../web/console/forms/form.ts"
import { viewOf } from "../../../web/console/forms/form-page.tsx"
import { text } from "../../../web/console/forms/text-fields.tsx"
import { file } from "../../../web/console/forms/unseen-fields.tsx"
import {
  incompleteUpload,
  isRefusedByServer,
  openFileForms,
} from "../../../web/console/forms/uploaded-file.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { HiddenFields } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { findSaved, saveQuestions } from "../bank.ts"
import { createWithDraft } from "../editing/creating.ts"
import { draftUrl, listUrl } from "./builder/draft.ts"
import { bankCrumbs, bankUrl } from "./library/library-page.tsx"

const max_file_bytes = 1024 * 1024

function unreadable(message: string) {
  return badField("chosen", "unreadable", message)
}

export function importPages(root: App, parts: Parts): void {
  const limits = { max_bytes: max_file_bytes, max_field_bytes: max_file_bytes + 1 }
  openFileForms(root, parts, limits, (console) =>
    console.form(`${listUrl}/import`, importForm, { author: true, audit: "nothing" }),
  )
}

/** The file says what it is: a questionnaire becomes a draft, and questions are compared with the library first. */
const importForm = form({
  open: async () => ({
    title: "Import",
    breadcrumbs: [{ text: "Questionnaires", href: listUrl }],
    lede: "Import a file that was exported from Foyer, here or elsewhere. A questionnaire becomes a draft. Questions go to your library, and you can review them first.",
    // A refused form has the text, because a browser cannot reselect the file.
    fields: {
      chosen: file({
        label: "File",
        hint: (
          <>
            A .json file. The guide describes <a href="/docs/guide/questionnaire-file">its format</a>.
          </>
        ),
        accept: ".json,application/json",
      }),
      file: {
        ...text({
          label: "Or the file’s text",
          hint: "Paste it here instead of choosing a file.",
          rows: 6,
          spellcheck: false,
          max: max_file_bytes,
        }),
        parse: (typed: readonly string[] = []) => {
          const value = trimmed(typed.at(-1) ?? "")
          if (!value) throw unreadable("Choose a file, or paste its text below.")
          return { value }
        },
      },
    },
    submit: "Import",
    cancel: listUrl,
  }),
  receive: receiveForm,
  save: async (req, { file }) => {
    // Loaded on first use, because the validator takes megabytes of memory.
    const { isQuestionsFile } = await import("../bank-file.ts")
    return isQuestionsFile(file) ? importQuestions(req, file) : importQuestionnaire(req, file)
  },
})

async function importQuestionnaire({ tx }: PageRequest, file: string): Promise<Outcome> {
  const { readQuestionnaireFile } = await import("../editing/importing.ts")
  const read = readQuestionnaireFile(file)
  if ("faults" in read) throw badRequest(read.faults)
  const { title, internal_type, approach, url_short_name, definition } = read.file
  const id = await createWithDraft(tx, { title, internal_type, approach, url_short_name }, definition)
  await recordAudit(tx, "questionnaire_created", { record_id: id })
  return { done: "questionnaire_created", to: draftUrl(id) }
}

/**
 * Converts a multipart form to an ordinary one, with the file's content as text. If the form is rejected, the text is
 * shown again, because a browser cannot reselect the file.
 */
async function receiveForm(request: FastifyRequest): Promise<undefined> {
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
      const typed = new TextDecoder().decode(content).replaceAll("\0", "")
      if (part.type !== "file") form[part.fieldname] ??= [typed]
      else if (typed !== "") form.file = [typed]
    }
  } catch (error) {
    throw isRefusedByServer(error) ? error : incompleteUpload("chosen")
  }
  return form
}

/** Shows what the import would change or, once the author has seen that, saves. */
async function importQuestions({ tx, form }: PageRequest, file: string): Promise<Outcome | View> {
  const { readQuestionsFile } = await import("../bank-file.ts")
  const read = readQuestionsFile(file)
  if ("faults" in read) throw badRequest(read.faults)
  const saved = await findSaved(tx, read.questions)
  if (trimmedTextOf(form, "seen") !== saved.join()) return comparison(file, read.questions, saved)
  await saveQuestions(tx, read.questions)
  await recordAudit(tx, "questions_imported", { label: String(read.questions.length) })
  return { done: "questions_imported", to: bankUrl }
}

const importUrl = `${listUrl}/import`

const outcomes = {
  no: <Tag tone="success">New</Tag>,
  changed: <Tag tone="warning">Replaces yours</Tag>,
  same: <Tag>Same as yours</Tag>,
}

/** The field `seen` has the outcomes shown. If the library changes before the second step, the page is shown again. */
function comparison(
  text: string,
  questions: readonly Question[],
  saved: readonly (keyof typeof outcomes)[],
): View {
  return viewOf({
    title: "Import these questions?",
    breadcrumbs: [...bankCrumbs, { text: "Import", href: importUrl }],
    lede: "Nothing is saved yet. Questionnaires will not change.",
    attributes: { encType: "multipart/form-data" },
    submit: `Import ${questions.length === 1 ? "the question" : `${questions.length} questions`}`,
    cancel: bankUrl,
    layout: () => (
      <>
        <HiddenFields values={{ file: text, seen: saved.join() }} />
        <Card flush>
          <DataTable
            caption="Questions in the file"
            columns={[
              { label: "Question", cell: ({ prompt }) => textIn(prompt, "en") },
              { label: "Type", cell: ({ type }) => kinds[type].label },
              { label: "In our library", narrow: true, cell: (_, index) => outcomes[saved[index] ?? "no"] },
            ]}
            records={questions}
            id={(_, index) => `question_${index}`}
          />
        </Card>
      </>
    ),
  })
}
