import { recordAudit } from "../../../firm/audit/audit.ts"
import { entryActions } from "../../../follow-up/conversations/console/entry-actions.tsx"
import { matterAgreementRoutes } from "../../../intake/agreements/console/matter/card.tsx"
import { documentPages } from "../../../intake/checklist/console/page.tsx"
import { answerTakingPart } from "../../../intake/contacts/console/taking-part.tsx"
import {
  accessForm,
  admit,
  hiddenMattersPage,
  hiddenMattersUrl,
} from "../../../intake/matters/console/access/pages.tsx"
import { activityPage } from "../../../intake/matters/console/activity/page.tsx"
import { impersonationRoutes } from "../../../intake/matters/console/impersonation/page.ts"
import { invitationRoutes } from "../../../intake/matters/console/invitations/page.tsx"
import { readListQuery } from "../../../intake/matters/console/list/filters.ts"
import { saveListColumns } from "../../../intake/matters/console/list/layout.tsx"
import {
  changeAssignee,
  changeName,
  changeOneOfFiling,
} from "../../../intake/matters/console/menus/changes.ts"
import { menusPage, takeStepInPlace } from "../../../intake/matters/console/menus/page.tsx"
import { overviewPage } from "../../../intake/matters/console/overview/page.tsx"
import { countMatters } from "../../../intake/matters/list/matches.ts"
import { reminderRoutes } from "../../../intake/reminders/console/matter/page.tsx"
import { completionPage, openItemsForm } from "../../../intake/submissions/console/open-items-forms.tsx"
import { actOnReview } from "../../../intake/submissions/console/review/actions.tsx"
import { editView, saveEdit } from "../../../intake/submissions/console/review/edit-form.tsx"
import { reviewPage } from "../../../intake/submissions/console/review/page.tsx"
import { revealAnswer } from "../../../intake/submissions/console/review/question-lines.tsx"
import { bulkRoutes } from "../../../operations/bulk-actions/console/bulk.ts"
import { matterTemplateRoutes } from "../../../outputs/document-templates/console/matter/form.ts"
import { exportRoutes } from "../../../outputs/exports/console/matter/pages.ts"
import { requestExport } from "../../../outputs/exports/exports.ts"
import {
  type ListFormat,
  large_list,
  listFilename,
  listFormats,
  matterList,
} from "../../../outputs/exports/matter-list.ts"
import { badRequest } from "../../../platform/errors.ts"
import { sendDownload } from "../../../web/console/download.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { todayOf } from "../../../web/console/times.tsx"
import type { RawResponse, Redirect } from "../../../web/console/view.tsx"
import { newMatterForm } from "./new/form.tsx"
import { listPage } from "./page.tsx"
import { createView, deleteView } from "./views.tsx"

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

/** Sends all matters that match the list's filters; a long one is prepared in the background. */
async function sendMatterList(req: PageRequest, format: ListFormat): Promise<RawResponse | Redirect> {
  const { tx, staff, parts } = req
  const { faults, typed, ...query } = readListQuery(req)
  if (faults.length > 0) throw badRequest(faults)
  const filters = await parts.filtersWith(tx, query)
  const label = new URLSearchParams(typed).toString()
  const count = await countMatters(tx, filters)
  const filename = listFilename(format, todayOf(req))
  const { content_type } = format
  if (count > large_list) {
    const id = await requestExport(tx, {
      matter_id: null,
      kind: "matters",
      label: format.label,
      filename,
      content_type,
      request: { filters },
    })
    return { to: `/console/settings/exports/${id}`, flash: { done: "export_requested" } }
  }
  await recordAudit(tx, "matters_exported", { label })
  return sendDownload({
    filename,
    content_type,
    content: await matterList(parts.db, staff.firm_id, staff, { filters, format }),
  })
}
