import type { Console } from "../routing.ts"
import { activationPage, setActive, storedUse } from "./activation-page.tsx"
import { builderPages } from "./builder-routes.ts"
import { questionnairePage, questionnairesPage } from "./pages.tsx"
import type { RenderPreview } from "./preview-page.ts"
import { startPage, storedStartPage, submitStartPage } from "./start-page.tsx"
import { questionnaireFile, versionPage } from "./version-page.tsx"

export function questionnairePages(console: Console, renderPreview: RenderPreview): void {
  const base = "/console/questionnaires/:questionnaire_id"
  console.page("/console/questionnaires", questionnairesPage)
  builderPages(console, renderPreview)
  console.page(base, questionnairePage)
  console.page(`${base}/versions/:number`, versionPage)
  console.page(`${base}/questionnaire.json`, questionnaireFile)
  console.form(
    `${base}/start-page`,
    { show: startPage, act: submitStartPage, stored: storedStartPage },
    { author: true },
  )
  console.form(
    `${base}/activation`,
    { show: activationPage, act: setActive, stored: storedUse },
    { author: true },
  )
}
