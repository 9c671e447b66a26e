import { getMatterRow, type MatterRow } from "../../matters/matter-row.ts"
import { markOpened } from "../../notifications/inbox.ts"
import { notFound } from "../../platform/errors.ts"
import type { PageRequest } from "../page-request.ts"

/** What every list of matters filters by: whoever reaches only assigned matters finds no others. */
export function ownMatters(staff: PageRequest["staff"]): { assignee_id?: string } {
  return staff.assigned_matters_only ? { assignee_id: staff.user_id } : {}
}

/**
 * The matter a page is about, of which whoever looks has now read the notifications. A member who reaches only assigned
 * matters finds no others: throws "not found".
 */
export async function requireMatter({
  tx,
  staff,
  param,
}: Pick<PageRequest, "tx" | "staff" | "param">): Promise<MatterRow> {
  const matter = await getMatterRow(tx, param("matter_id"))
  if (staff.assigned_matters_only && matter.assignee_id !== staff.user_id) throw notFound()
  // The frame around this page is drawn later, and counts what is left.
  if (staff.unread_notifications > 0)
    staff.unread_notifications = await markOpened(tx, { matter_id: matter.id })
  return matter
}
