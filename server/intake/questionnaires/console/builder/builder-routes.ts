// The pages for authors. Every form that changes a draft carries the revision it is based on.
import type { Console } from "../../../../web/console/routing.ts"
import { libraryPages } from "../library/routes.ts"
import { settings } from "../settings.tsx"
import { trialPage } from "../trial/trial-page.tsx"
import { activate, archive, openStartPage } from "../usage.ts"
import { moveForward, outdatedPage } from "../versions/outdated-page.tsx"
import { publicationPage, publish } from "../versions/publication-page.tsx"
import { builderPage, changeDraft } from "./builder-page.tsx"
import { removeComment, resolveComment, writeComment } from "./comments.tsx"
import { previewPage, type RenderPreview } from "./preview/preview-page.ts"

export function builderPages(console: Console, renderPreview: RenderPreview): void {
  const author = { author: true }
  const list = "/console/questionnaires"
  const one = `${list}/:questionnaire_id`
  const draft = `${one}/draft`

  console.form(`${one}/settings`, settings, author)
  console.action(`${one}/archive`, archive, author)
  console.action(`${one}/activation`, activate, author)
  console.action(`${one}/start-page`, openStartPage, author)
  console.form(`${one}/outdated`, { show: outdatedPage, act: moveForward }, { admin: true })

  // The handler records its own audit entries, so that continuous typing counts as one edit.
  console.form(
    draft,
    { show: builderPage, act: changeDraft },
    { ...author, readable: true, audit: "nothing" },
  )
  console.form(`${draft}/comments`, { show: builderPage, act: writeComment }, { readable: true })
  console.action(`${draft}/comments/:comment_id/resolution`, resolveComment)
  console.action(`${draft}/comments/:comment_id/removal`, removeComment)
  console.form(`${draft}/publication`, { show: publicationPage, act: publish }, author)

  libraryPages(console)
  console.page(`${draft}/trial`, trialPage, author)
  console.page(`${draft}/preview`, previewPage(renderPreview))
  console.page(`${draft}/preview/:section_id`, previewPage(renderPreview))
}
