// Every form that changes a draft carries the revision it is based on. Files are imported on import-page.tsx.

import { sendDownload } from "../../../web/console/download.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { RawResponse } from "../../../web/console/view.tsx"
import { listBankQuestions } from "../bank.ts"
import { getQuestionnaireRow } from "../questionnaires.ts"
import { writeQuestionnaireFile } from "../versions.ts"
import { builderPage, changeDraft } from "./builder/builder-page.tsx"
import { listUrl } from "./builder/draft.ts"
import { previewPage, type RenderPreview } from "./builder/preview.tsx"
import { addFromLibrary, bankUrl, libraryPage } from "./library/library-page.tsx"
import { removeSavedQuestion, savedQuestion } from "./library/question-page.tsx"
import { questionnairePage, questionnaires } from "./pages.tsx"
import { settings, switchUse } from "./settings.tsx"
import { trialPage } from "./trial/trial-page.tsx"
import { moveForward, outdatedPage, publication } from "./versions/outdated-page.tsx"

export function questionnairePages(console: Console, renderPreview: RenderPreview): void {
  const author = { author: true }
  const one = `${listUrl}/:questionnaire_id`
  const draft = `${one}/draft`
  const saved = `${bankUrl}/:bank_question_id`

  console.form(listUrl, questionnaires, { ...author, readable: true })
  console.page(one, questionnairePage)
  console.page(`${one}/questionnaire.json`, questionnaireFile)
  console.form(`${one}/settings`, settings, author)
  for (const path of ["archive", "activation", "start-page"] as const)
    console.action(`${one}/${path}`, switchUse(path), author)
  console.form(`${one}/outdated`, { show: outdatedPage, act: moveForward }, { admin: true })

  // The handler records its own audit entries, so that continuous typing counts as one edit.
  const drafting = { ...author, readable: true, audit: "nothing" } as const
  console.form(draft, { show: builderPage, act: changeDraft }, drafting)
  console.form(`${draft}/publication`, publication, author)
  console.page(`${draft}/trial`, trialPage, author)
  console.page(`${draft}/preview`, previewPage(renderPreview))
  console.page(`${draft}/preview/:section_id`, previewPage(renderPreview))

  console.form(bankUrl, { show: libraryPage, act: addFromLibrary }, { ...author, audit: "nothing" })
  console.page(`${bankUrl}/questions.json`, bankFile, author)
  console.form(saved, savedQuestion, author)
  console.action(`${saved}/removal`, removeSavedQuestion, author)
}

const json = "application/json; charset=utf-8"

async function questionnaireFile({ tx, param }: PageRequest): Promise<RawResponse> {
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const content = await writeQuestionnaireFile(tx, row, row.current_version ?? 0)
  return sendDownload({ filename: `${row.url_short_name}.json`, content_type: json, content })
}

async function bankFile({ tx }: PageRequest): Promise<RawResponse> {
  // Loaded on first use, because the validator takes megabytes of memory.
  const { writeQuestionsFile } = await import("../bank-file.ts")
  const content = writeQuestionsFile(await listBankQuestions(tx))
  return sendDownload({ filename: "questions.json", content_type: json, content })
}
