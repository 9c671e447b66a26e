import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { RawResponse, View } from "../../../../web/console/view.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { getQuestionnaireRow } from "../../questionnaires.ts"
import { getVersion, writeQuestionnaireFile } from "../../versions.ts"
import { Outline } from "../builder/outline.tsx"
import { crumb } from "../pages.tsx"

/** Shows one published version. */
export async function versionPage(req: PageRequest): Promise<View> {
  const { tx, param } = req
  const row = await getQuestionnaireRow(tx, param("questionnaire_id"))
  const number = /^\d{1,9}$/.test(param("number")) ? Number(param("number")) : 0
  const definition = await getVersion(tx, row.id, number)
  return {
    title: `Version ${number}`,
    breadcrumbs: [crumb, { text: row.title, href: `/console/questionnaires/${row.id}` }],
    heading: {
      tag: number === row.current_version ? <Tag tone="success">Current</Tag> : <Tag>Older</Tag>,
    },
    body: <Outline definition={definition} />,
  }
}

/** Downloads the current version as a JSON file, for another installation or as a backup. */
export async function questionnaireFile({ tx, param }: PageRequest): Promise<RawResponse | View> {
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
