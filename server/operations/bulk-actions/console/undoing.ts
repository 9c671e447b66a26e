import { recordAudit } from "../../../firm/audit/audit.ts"
import { assignmentFilter } from "../../../intake/matters/console/frame/require-matter.ts"
import { safeListUrl } from "../../../intake/matters/console/list/filters.ts"
import { ListRows } from "../../../intake/matters/console/list/rows.tsx"
import { listMatterOverviewsAfter } from "../../../intake/matters/list/list.ts"
import { countText } from "../../../platform/text/count-text.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { findUndoing, type LeftOut, recordBulkAction, requestBulkAction } from "../bulk-actions.ts"
import { changeAll } from "../running.ts"
import { leftOutWords } from "./action.ts"
import { bulkActionUrl, RunningActions, undoingUrl } from "./progress.tsx"

/** As many as the largest page of the list has. */
const max_at_once = 200

export function undoingRoute(console: Console): void {
  console.action(undoingUrl(":bulk_action_id"), undo, { audit: "nothing" })
}

/** Undoes a few changes at once, many in the background; a matter that someone has changed since stays as it is. */
async function undo(req: PageRequest): Promise<Redirect> {
  const { tx, parts, param, form } = req
  const back = safeListUrl(trimmedTextOf(form, "back"))
  const found = await findUndoing(tx, param("bulk_action_id"))
  if (!found) return { to: back, flash: { is_refusal: true, text: "This was undone already." } }
  const { action, label, matter_ids } = found
  if (matter_ids.length > max_at_once) {
    const id = await requestBulkAction(tx, found)
    await recordAudit(tx, "bulk_action_requested", { record_id: id, label })
    return { to: bulkActionUrl(id), part: () => RunningActions(req) }
  }
  const filters = { ids: matter_ids, ...assignmentFilter(req.staff) }
  const matters = await listMatterOverviewsAfter(tx, filters, undefined, max_at_once)
  const left_out: LeftOut[] = []
  const visible = new Set(matters.map(({ id }) => id))
  const { changed, changes } = await changeAll(tx, parts, { action, ids: matter_ids, visible, left_out })
  const id = await recordBulkAction(tx, { action, label, changes })
  const names = new Map(matters.map((matter) => [matter.id, matter.name]))
  const done = `${countText(changed, "matter is", "matters are")} as before.`
  const text = [changed === 0 ? "No matter was changed." : done, ...leftOutWords(left_out, names)].join(" ")
  return {
    to: back,
    flash: { text, undo: changed > 0 ? { action: undoingUrl(id), fields: { back } } : undefined },
    part: () => ListRows(req, matter_ids),
  }
}
