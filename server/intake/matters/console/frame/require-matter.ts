import { notFound } from "../../../../platform/errors.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { markOpened } from "../../../notifications/inbox.ts"
import { lockForEditing } from "../../editing.ts"
import { listMatterOverviewsAfter, type MatterOverview } from "../../list/list.ts"
import { getMatterRow, type MatterRow } from "../../matter-row.ts"

/** The filter of every list of matters: a member limited to assigned matters finds no others. */
export function assignmentFilter(staff: PageRequest["staff"]): { assignee_id?: string } {
  return staff.assigned_matters_only ? { assignee_id: staff.user_id } : {}
}

/** Those of these matters that the member may see, newest first. */
export function listVisible({ tx, staff }: Needed, ids: readonly string[]): Promise<MatterOverview[]> {
  return listMatterOverviewsAfter(tx, { ids, ...assignmentFilter(staff) }, undefined, ids.length)
}

/** The matter of a form's address, locked until it has been changed. Throws like `requireMatter`. */
export async function requireLocked({ tx, staff, param }: Needed): Promise<MatterRow> {
  return requireAssigned(staff, await lockForEditing(tx, param("matter_id")))
}

type Needed = Pick<PageRequest, "tx" | "staff" | "param">

/** Throws "not found" if a member limited to assigned matters asks for another. */
export function requireAssigned(staff: PageRequest["staff"], matter: MatterRow): MatterRow {
  if (staff.assigned_matters_only && matter.assignee_id !== staff.user_id) throw notFound()
  return matter
}

/**
 * The matter of the page's address. Marks the member's notifications about it as read. Throws "not found", also for a
 * member limited to assigned matters who asks for another.
 */
export async function requireMatter({ tx, staff, param }: Needed): Promise<MatterRow> {
  const matter = requireAssigned(staff, await getMatterRow(tx, param("matter_id")))
  // The page frame renders later and shows the remaining count.
  if (staff.unread_notifications > 0)
    staff.unread_notifications = await markOpened(tx, { matter_id: matter.id }, staff.unread_notifications)
  return matter
}
