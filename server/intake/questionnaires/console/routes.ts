import type { Console } from "../../../web/console/routing.ts"
import { builderPages } from "./builder/builder-routes.ts"
import type { RenderPreview } from "./builder/preview/preview-page.ts"
import { questionnaireFile } from "./export.ts"
import { questionnairePage, questionnaires } from "./pages.tsx"

export function questionnairePages(console: Console, renderPreview: RenderPreview): void {
  const base = "/console/questionnaires/:questionnaire_id"
  console.form("/console/questionnaires", questionnaires, { author: true, readable: true })
  builderPages(console, renderPreview)
  console.page(base, questionnairePage)
  console.page(`${base}/questionnaire.json`, questionnaireFile)
}
