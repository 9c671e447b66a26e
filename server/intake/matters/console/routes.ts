import { impersonationRoutes } from "../../../firm/access/console/impersonation/page.ts"
import { entryActions } from "../../../follow-up/conversations/console/entry-actions.tsx"
import { reminderRoutes } from "../../../follow-up/reminders/console/matter/page.tsx"
import { bulkRoutes } from "../../../operations/bulk-actions/console/bulk.ts"
import { matterTemplateRoutes } from "../../../outputs/document-templates/console/matter/form.ts"
import { exportRoutes } from "../../../outputs/exports/console/matter/pages.ts"
import { listFormats } from "../../../outputs/exports/matter-list.ts"
import type { Console } from "../../../web/console/routing.ts"
import { matterAgreementRoutes } from "../../agreements/console/matter/pages.ts"
import { documentPages } from "../../checklist/console/routes.ts"
import { answerTakingPart } from "../../contacts/console/taking-part.tsx"
import { completionPage, openItemsForm } from "../../submissions/console/open-items-forms.tsx"
import { actOnReview } from "../../submissions/console/review/actions.tsx"
import { editView, saveEdit } from "../../submissions/console/review/edit-form.tsx"
import { reviewPage } from "../../submissions/console/review/page.tsx"
import { revealAnswer } from "../../submissions/console/review/sensitive-answer.tsx"
import { accessForm } from "./access/form.ts"
import { admit, hiddenMattersPage, hiddenMattersUrl } from "./access/hidden-matters.tsx"
import { activityPage } from "./activity/page.tsx"
import { invitationRoutes } from "./invitations/routes.ts"
import { sendMatterList } from "./list/download.ts"
import { saveListColumns } from "./list/layout.tsx"
import { listPage } from "./list/page.tsx"
import { createView, deleteView } from "./list/views.tsx"
import { changeAssignee, changeName, changeOneOfFiling } from "./menus/changes.ts"
import { menusPage } from "./menus/page.tsx"
import { takeStepInPlace } from "./menus/steps.ts"
import { newMatterForm } from "./new/form.tsx"
import { overviewPage } from "./overview/page.tsx"

export function matterPages(console: Console): void {
  const base = "/console/matters/:matter_id"
  console.page("/console/matters", listPage)
  console.page("/console/matters.csv", (req) => sendMatterList(req, listFormats.csv))
  console.page("/console/matters.xlsx", (req) => sendMatterList(req, listFormats.workbook))
  console.form("/console/matters/new", newMatterForm)
  console.action("/console/matters/columns", saveListColumns, { own: true })
  console.action("/console/matters/views", createView)
  console.action("/console/matters/views/:view_id/removal", deleteView)
  bulkRoutes(console)

  console.page(base, overviewPage)
  console.form(`${base}/review`, { show: reviewPage, act: actOnReview }, { readable: true })
  console.form(`${base}/questions/:question_id`, { show: editView, act: saveEdit })
  console.action(`${base}/taking-part`, answerTakingPart)
  console.action(`${base}/answers/:answer_id/reveal`, revealAnswer)
  documentPages(console)
  console.page(`${base}/activity`, activityPage)

  console.page(`${base}/menus`, menusPage)
  console.action(`${base}/filing`, changeOneOfFiling)
  console.action(`${base}/assignment`, changeAssignee)
  console.action(`${base}/name`, changeName)
  console.form(`${base}/completion`, { show: completionPage, act: takeStepInPlace("completion") })
  console.form(`${base}/open-items`, openItemsForm)
  for (const step of ["client-editing", "closing", "reopening"] as const)
    console.action(`${base}/${step}`, takeStepInPlace(step))
  console.form(`${base}/access`, accessForm)
  console.page(hiddenMattersUrl, hiddenMattersPage, { admin: true })
  console.action(`${hiddenMattersUrl}/:matter_id/admission`, admit, { admin: true })
  exportRoutes(console)
  matterTemplateRoutes(console)
  matterAgreementRoutes(console)
  invitationRoutes(console)
  entryActions(console)
  reminderRoutes(console)
  impersonationRoutes(console)
}
