import { recordAudit } from "../../../firm/audit/audit.ts"
import { readListQuery } from "../../../intake/matters/console/list/filters.ts"
import { countMatters } from "../../../intake/matters/list/matches.ts"
import { requestExport } from "../../../outputs/exports/exports.ts"
import {
  type ListFormat,
  large_list,
  listFilename,
  matterList,
} from "../../../outputs/exports/matter-list.ts"
import { badRequest } from "../../../platform/errors.ts"
import { sendDownload } from "../../../web/console/download.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { todayOf } from "../../../web/console/times.tsx"
import type { RawResponse, Redirect } from "../../../web/console/view.tsx"

/** Sends all matters that match the list's filters; a long one is prepared in the background. */
export async function sendMatterList(req: PageRequest, format: ListFormat): Promise<RawResponse | Redirect> {
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
