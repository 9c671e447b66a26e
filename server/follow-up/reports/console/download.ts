import { Readable } from "node:stream"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { badRequest, notFound } from "../../../platform/errors.ts"
import { type Column, csv } from "../../../platform/files/csv.ts"
import { sendDownload } from "../../../web/console/download.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { todayOf } from "../../../web/console/times.tsx"
import type { RawResponse } from "../../../web/console/view.tsx"
import type { SourceCount } from "../../inquiries/sources.ts"
import { type Report, readReport, type StepStats, steps } from "../reports.ts"
import { listWorkloads, type Workload } from "../workload.ts"
import { type RequestedReport, readReportQuery } from "./query.ts"
import { readDropOffs, readSources, type TitledDropOff } from "./tables.tsx"

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

const rounded = (days: number | null) => (days === null ? null : Math.round(days * 100) / 100)

const statColumns: Column<{ stats: StepStats }>[] = [
  ...steps.map((name): Column<{ stats: StepStats }> => ({ name, of: ({ stats }) => stats.counts[name] })),
  { name: "median_days_invited_to_started", of: ({ stats }) => rounded(stats.days.started) },
  { name: "median_days_started_to_submitted", of: ({ stats }) => rounded(stats.days.submitted) },
  { name: "median_days_submitted_to_completed", of: ({ stats }) => rounded(stats.days.completed) },
]

const monthColumns: Column<Report["months"][number]>[] = [
  { name: "month", of: ({ month }) => month },
  ...statColumns,
]

const questionnaireColumns: Column<Report["questionnaires"][number]>[] = [
  { name: "questionnaire", of: ({ title }) => title },
  ...statColumns,
]

const dropOffColumns: Column<TitledDropOff>[] = [
  { name: "questionnaire", of: ({ title }) => title },
  { name: "section", of: ({ section }) => section },
  { name: "question", of: ({ part }) => part },
  { name: "matters", of: ({ matters }) => matters },
]

const sourceColumns: Column<SourceCount>[] = [
  { name: "source", of: ({ source }) => source },
  { name: "inquiries", of: ({ inquiries }) => inquiries },
  { name: "became_matters", of: ({ matters }) => matters },
]

const loadColumns: Column<Workload>[] = [
  { name: "member", of: ({ name }) => name },
  { name: "open", of: ({ open }) => open },
  { name: "waiting_for_client", of: ({ waiting }) => waiting },
  { name: "submitted_unread", of: ({ unread, is_cut }) => (is_cut ? `${unread}+` : unread) },
]
