import { sendDownload } from "../../../web/console/download.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { RawResponse } from "../../../web/console/view.tsx"
import { listBankQuestions } from "../bank.ts"
import { getQuestionnaireRow } from "../questionnaires.ts"
import { writeQuestionnaireFile } from "../versions.ts"

const json = "application/json; charset=utf-8"

/** Downloads the current version as a JSON file, for another installation or as a backup. */
export async function questionnaireFile({ tx, param }: PageRequest): Promise<RawResponse> {
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const content = await writeQuestionnaireFile(tx, row, row.current_version ?? 0)
  return sendDownload({ filename: `${row.url_short_name}.json`, content_type: json, content })
}

/** Downloads all questions of the library. */
export async function bankFile({ tx }: PageRequest): Promise<RawResponse> {
  // Loaded on first use, because the validator takes megabytes of memory.
  const { writeQuestionsFile } = await import("../bank-file.ts")
  const content = writeQuestionsFile(await listBankQuestions(tx))
  return sendDownload({ filename: "questions.json", content_type: json, content })
}
