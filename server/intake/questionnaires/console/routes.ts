import type { Console } from "../../../web/console/routing.ts"
import { builderPages } from "./builder/builder-routes.ts"
import type { RenderPreview } from "./builder/preview/preview-page.ts"
import { questionnairePage, questionnairesPage } from "./pages.tsx"
import { startPageForm } from "./start-page.tsx"
import { activation } from "./versions/use.ts"
import { questionnaireFile, versionPage } from "./versions/version-page.tsx"

export function questionnairePages(console: Console, renderPreview: RenderPreview): void {
  const base = "/console/questionnaires/:questionnaire_id"
  console.page("/console/questionnaires", questionnairesPage)
  builderPages(console, renderPreview)
  console.page(base, questionnairePage)
  console.page(`${base}/versions/:number`, versionPage)
  console.page(`${base}/questionnaire.json`, questionnaireFile)
  console.form(`${base}/start-page`, startPageForm, { author: true })
  console.form(`${base}/activation`, activation, { author: true })
}
