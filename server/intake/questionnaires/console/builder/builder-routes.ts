// The pages for authors. Every form that changes a draft carries the revision it is based on.
import type { Console } from "../../../../web/console/routing.ts"
import { addFromLibrary, libraryPage } from "../library/add-page.tsx"
import { bankPages } from "../library/routes.ts"
import { newQuestionnaire } from "../new-page.tsx"
import { settings } from "../settings.ts"
import { simulatorPage } from "../simulator-page.tsx"
import { testLinkPage } from "../test-link-page.tsx"
import { discarding } from "../versions/discarding.ts"
import { moveForward, outdatedPage } from "../versions/outdated-page.tsx"
import { publicationPage, publish } from "../versions/publication-page.tsx"
import { archive } from "../versions/use.ts"
import { builderPage, changeDraft } from "./builder-page.tsx"
import { removeComment, resolveComment, writeComment } from "./comments.tsx"
import { previewPage, type RenderPreview } from "./preview/preview-page.ts"

export function builderPages(console: Console, renderPreview: RenderPreview): void {
  const author = { author: true }
  const list = "/console/questionnaires"
  const one = `${list}/:questionnaire_id`
  const draft = `${one}/draft`

  console.form(`${list}/new`, newQuestionnaire, author)
  console.form(`${one}/settings`, settings, author)
  console.form(`${one}/archive`, archive, author)
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
  console.form(`${draft}/removal`, discarding, author)
  console.form(`${draft}/publication`, { show: publicationPage, act: publish }, author)

  console.form(
    `${draft}/library`,
    { show: libraryPage, act: addFromLibrary },
    { ...author, audit: "nothing" },
  )
  bankPages(console)
  console.page(`${draft}/simulation`, simulatorPage, author)
  console.page(`${draft}/test-link`, testLinkPage, author)
  console.page(`${draft}/preview`, previewPage(renderPreview))
  console.page(`${draft}/preview/:section_id`, previewPage(renderPreview))
}
