import { getMatterRow, type MatterRow } from "../../matters/matter-row.ts"
import { notFound } from "../../platform/errors.ts"
import type { PageRequest } from "../page-request.ts"

/** The matter a page is about. A member who reaches only assigned matters finds no others: throws "not found". */
export async function requireMatter({
  tx,
  staff,
  param,
}: Pick<PageRequest, "tx" | "staff" | "param">): Promise<MatterRow> {
  const matter = await getMatterRow(tx, param("matter_id"))
  if (staff.assigned_matters_only && matter.assignee_id !== staff.user_id) throw notFound()
  return matter
}
