import type { PageRequest } from "../../../web/console/page-request.ts"
import type { RawResponse } from "../../../web/console/view.tsx"
import { getQuestionnaireRow } from "../questionnaires.ts"
import { writeQuestionnaireFile } from "../versions.ts"

/** Downloads the current version as a JSON file, for another installation or as a backup. */
export async function questionnaireFile({ tx, param }: PageRequest): Promise<RawResponse> {
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const file = await writeQuestionnaireFile(tx, row, row.current_version ?? 0)
  return {
    send: (reply) =>
      reply
        .headers({
          "Content-Type": "application/json; charset=utf-8",
          "Content-Disposition": `attachment; filename="${row.url_short_name}.json"`,
          "Cache-Control": "no-store",
        })
        .send(file),
  }
}
