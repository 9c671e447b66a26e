// Writing questionnaires: for admins. Everything is a plain form on one draft, whose revision each form carries.
import type { Console } from "../routing.ts"
import { storedUse } from "./activation-page.tsx"
import { archivePage, discard, discardPage, setArchived } from "./archive-page.tsx"
import { draftPage } from "./draft-page.tsx"
import { newQuestionnairePage, saveNewQuestionnaire } from "./new-page.tsx"
import { moveForward, outdatedPage } from "./outdated-page.tsx"
import { addPart, changePart, newPartPage, partPage } from "./part-page.tsx"
import { previewPage, type RenderPreview } from "./preview-page.ts"
import { publicationPage, publish } from "./publication-page.tsx"
import { changeSection, sectionPage } from "./section-page.tsx"
import {
  addSection,
  movePart,
  moveSection,
  newSectionPage,
  partRemovalPage,
  removePart,
  removeSection,
  sectionRemovalPage,
} from "./section-steps.tsx"
import { changeSettings, settingsPage, storedHead } from "./settings-page.tsx"

export function builderPages(console: Console, renderPreview: RenderPreview): void {
  const admin = { admin: true }
  // A move leads back to where it was made without a word: the log needs one.
  const moving = { admin: true, audit: { action: "part_moved" } }
  const list = "/console/questionnaires"
  const one = `${list}/:questionnaire_id`
  const draft = `${one}/draft`
  const section = `${draft}/sections/:section_id`
  const part = `${section}/parts/:part_id`

  console.form(`${list}/new`, { show: newQuestionnairePage, act: saveNewQuestionnaire }, admin)
  console.form(`${one}/settings`, { show: settingsPage, act: changeSettings, stored: storedHead }, admin)
  console.form(`${one}/archive`, { show: archivePage, act: setArchived, stored: storedUse }, admin)
  console.form(`${one}/outdated`, { show: outdatedPage, act: moveForward }, admin)

  console.page(draft, draftPage, admin)
  console.form(`${draft}/removal`, { show: discardPage, act: discard }, admin)
  console.form(`${draft}/publication`, { show: publicationPage, act: publish }, admin)

  console.page(`${draft}/preview`, previewPage(renderPreview), admin)
  console.page(`${draft}/preview/:section_id`, previewPage(renderPreview), admin)

  console.form(`${draft}/sections/new`, { show: newSectionPage, act: addSection }, admin)
  console.form(section, { show: sectionPage, act: changeSection }, admin)
  console.form(`${section}/removal`, { show: sectionRemovalPage, act: removeSection }, admin)
  console.action(`${section}/moves`, moveSection, moving)

  console.form(`${section}/parts/new`, { show: newPartPage, act: addPart }, admin)
  console.form(part, { show: partPage, act: changePart }, admin)
  console.form(`${part}/removal`, { show: partRemovalPage, act: removePart }, admin)
  console.action(`${part}/moves`, movePart, moving)
}
