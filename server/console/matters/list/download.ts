import { recordAudit } from "../../../audit/audit.ts"
import { large_list, listContentType, listFilename, matterList } from "../../../exports/matter-list.ts"
import { countMatters } from "../../../matters/list.ts"
import { badRequest } from "../../../platform/errors.ts"
import { sendDownload } from "../../download.ts"
import type { PageRequest } from "../../page-request.ts"
import { todayOf } from "../../times.tsx"
import type { Redirect, Sending } from "../../view.tsx"
import { readListQuery } from "./filters.ts"
import { filtersWith } from "./follow-up.ts"

/** All matters that the list's filters find, as a table; a long one is asked for on a page of its own. */
export async function sendMatterList(req: PageRequest): Promise<Sending | Redirect> {
  const { tx, staff, parts } = req
  const { faults, typed, ...query } = readListQuery(req)
  if (faults.length > 0) throw badRequest(faults)
  const filters = await filtersWith(tx, query)
  const label = new URLSearchParams(typed).toString()
  const count = await countMatters(tx, filters)
  if (count > large_list) return { to: `/console/exports/matters${label && `?${label}`}` }
  await recordAudit(tx, "matters_exported", { label })
  return sendDownload({
    filename: listFilename(todayOf(req)),
    content_type: listContentType,
    content: matterList(parts.db, staff.firm_id, staff, filters),
  })
}
