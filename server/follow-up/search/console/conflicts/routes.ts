import { recordAudit } from "../../../../firm/audit/audit.ts"
import { removeConflictName } from "../../../../intake/conflict-names/conflict-names.ts"
import { notFound } from "../../../../platform/errors.ts"
import { onPage } from "../../../../web/console/forms/form.ts"
import { localPath, type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { removeDeclined } from "../../../inquiries/inquiries.ts"
import { checkPage } from "./check-page.tsx"
import { decisionForm, recordedPage } from "./recorded-page.tsx"

export function conflictPages(console: Console): void {
  console.form("/console/conflicts", onPage(undefined, checkPage, decisionForm), { readable: true })
  console.page("/console/conflicts/:check_id", recordedPage)
  console.action("/console/conflicts/names/:name_id/removal", removeName, { admin: true })
}

/** Removes a name before its time, for example because the person asked to be erased, with the declined inquiry itself. */
async function removeName({ tx, staff, form, param }: PageRequest): Promise<Redirect> {
  if (staff.assigned_matters_only) throw notFound()
  const id = param("name_id")
  await removeConflictName(tx, id)
  await removeDeclined(tx, id)
  await recordAudit(tx, "conflict_name_removed", { record_id: id })
  return { to: localPath(trimmedTextOf(form, "back")), flash: { done: "conflict_name_removed" } }
}
