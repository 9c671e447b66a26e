import { Readable } from "node:stream"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { csv } from "../../../outputs/exports/csv.ts"
import { badRequest, notFound } from "../../../platform/errors.ts"
import { sendDownload } from "../../../web/console/download.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { todayOf } from "../../../web/console/times.tsx"
import type { RawResponse } from "../../../web/console/view.tsx"
import { readReport } from "../reports.ts"
import { listWorkloads } from "../workload.ts"
import {
  dropOffColumns,
  loadColumns,
  monthColumns,
  questionnaireColumns,
  sourceColumns,
} from "./csv-columns.ts"
import { type RequestedReport, readReportQuery } from "./query.ts"
import { readDropOffs, readSources } from "./tables.tsx"

/** Sends a table of the report as CSV; throws "not found" for an unknown table, "bad request" for bad months. */
export async function sendReport(req: PageRequest): Promise<RawResponse> {
  const query = await readReportQuery(req)
  if (query.faults.length > 0) throw badRequest(query.faults)
  const table = req.query.table ?? "months"
  const text = await tableOf(req, query, table)
  const { from, until } = query
  await recordAudit(req.tx, "report_exported", { label: `${table}, ${from} to ${until}` })
  return sendDownload({
    filename: table === "load" ? `load-${todayOf(req)}.csv` : `${table}-${from}-${until}.csv`,
    content_type: "text/csv; charset=utf-8",
    content: Readable.from([text], { objectMode: false }),
  })
}

async function tableOf(req: PageRequest, query: RequestedReport, table: string): Promise<string> {
  const { tx } = req
  switch (table) {
    case "load":
      return csv(loadColumns, await listWorkloads(tx, query.filters.assignee_id ?? undefined))
    case "months":
      return csv(monthColumns, (await readReport(tx, query)).months)
    case "questionnaires":
      return csv(questionnaireColumns, (await readReport(tx, query)).questionnaires)
    case "stops":
      return csv(dropOffColumns, await readDropOffs(tx, await readReport(tx, query)))
    case "sources":
      return csv(sourceColumns, (await readSources(req, query)) ?? [])
    default:
      throw notFound()
  }
}
