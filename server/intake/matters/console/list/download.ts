import { recordAudit } from "../../../../firm/audit/audit.ts"
import { filtersWith } from "../../../../follow-up/queues/follow-up.ts"
import {
  type ListFormat,
  large_list,
  listFilename,
  listFormats,
  matterList,
} from "../../../../outputs/exports/matter-list.ts"
import { badRequest } from "../../../../platform/errors.ts"
import { sendDownload } from "../../../../web/console/download.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { todayOf } from "../../../../web/console/times.tsx"
import type { RawResponse, Redirect } from "../../../../web/console/view.tsx"
import { countMatters } from "../../list/matches.ts"
import { readListQuery } from "./filters.ts"

/** Sends all matters that match the list's filters; redirects to the page that requests long exports. */
export async function sendMatterList(req: PageRequest, format: ListFormat): Promise<RawResponse | Redirect> {
  const { tx, staff, parts } = req
  const { faults, typed, ...query } = readListQuery(req)
  if (faults.length > 0) throw badRequest(faults)
  const filters = await filtersWith(tx, query)
  const label = new URLSearchParams(typed).toString()
  const count = await countMatters(tx, filters)
  if (count > large_list) {
    const chosen = new URLSearchParams(typed)
    if (format === listFormats.workbook) chosen.set("format", "workbook")
    return { to: `/console/settings/exports/matters${chosen.size > 0 ? `?${chosen}` : ""}` }
  }
  await recordAudit(tx, "matters_exported", { label })
  return sendDownload({
    filename: listFilename(format, todayOf(req)),
    content_type: format.content_type,
    content: await matterList(parts.db, staff.firm_id, staff, { filters, format }),
  })
}
