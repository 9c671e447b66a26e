import type { MatterFilters } from "../../server/intake/matters/list/filters.ts"
import { requestExport } from "../../server/outputs/exports/exports.ts"
import { listFormats } from "../../server/outputs/exports/matter-list.ts"
import type { TestFirm, TestService } from "./service.ts"

/** Requests a list of matters as staff do whose list is too long to be sent at once; returns the address of its page. */
export async function requestList(
  service: TestService,
  { firm_id, admin }: TestFirm,
  { user_id = admin.user_id, filters = {} }: { user_id?: string; filters?: MatterFilters } = {},
): Promise<string> {
  const { label, content_type } = listFormats.csv
  const file = { label, content_type, filename: "matters.csv" }
  const id = await service.db.forFirm(
    firm_id,
    (tx) => requestExport(tx, { ...file, matter_id: null, kind: "matters", request: { filters } }),
    { user_id, is_viewer: true },
  )
  return `/console/settings/exports/${id}`
}
