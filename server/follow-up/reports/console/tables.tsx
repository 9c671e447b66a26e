import { Readable } from "node:stream"
import { recordAudit } from "../../../firm/audit/audit.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { badRequest, notFound } from "../../../platform/errors.ts"
import { type Column, csv } from "../../../platform/files/csv.ts"
import { sendDownload } from "../../../web/console/download.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { todayOf } from "../../../web/console/times.tsx"
import type { RawResponse } from "../../../web/console/view.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { countSources, type SourceCount } from "../../inquiries/sources.ts"
import { countDropOffs, type DropOff, max_stopped } from "../drop-offs.ts"
import { type Report, readReport, type StepStats, steps } from "../reports.ts"
import { listWorkloads, type Workload } from "../workload.ts"
import { type RequestedReport, readReportQuery } from "./query.ts"
import { numbers, numberText } from "./step-stats.tsx"

/** How many rows the page shows; the CSV file has all of them. */
const max_shown = 15

export type TitledDropOff = DropOff & { title: string }

/** The points at which the clients of a report stopped, with the titles of their questionnaires. */
export async function readDropOffs(
  tx: Tx,
  { stopped_ids, questionnaires }: Pick<Report, "stopped_ids" | "questionnaires">,
): Promise<TitledDropOff[]> {
  const titles = new Map(questionnaires.map(({ id, title }) => [id, title]))
  const stops = await countDropOffs(tx, stopped_ids)
  return stops.map((stop) => ({ ...stop, title: titles.get(stop.questionnaire_id) ?? "" }))
}

export function DropOffTable({ stops, stopped }: { stops: readonly TitledDropOff[]; stopped: number }) {
  return (
    <DataTable
      caption="Where clients stop, most frequent first"
      columns={[
        {
          label: "Next question",
          cell: ({ section, part }) => (section === "" ? "Check and send" : part || "Entire section"),
        },
        { label: "Section", cell: ({ section }) => section || "–" },
        { label: "Questionnaire", cell: ({ title }) => title },
        { label: "Matters", align: "end", cell: ({ matters }) => numberText(matters) },
      ]}
      records={stops.slice(0, max_shown)}
      id={(_, index) => `stop-${index}`}
      empty={
        <EmptyState title="No client has stopped" icon="check-circle">
          {stopped === 0 && "Everyone who started has submitted or was recently active."}
        </EmptyState>
      }
    />
  )
}

/** States what the table leaves out; undefined if it is complete. */
export function truncationNote(stops: readonly TitledDropOff[], stopped: number): string | undefined {
  if (stopped > max_stopped)
    return `The ${max_stopped} opened last of ${numberText(stopped)} matters whose clients have stopped.`
  return stops.length > max_shown
    ? `The ${max_shown} most frequent of ${stops.length} points. The CSV file has all of them.`
    : undefined
}

/** Inquiries by source; undefined for members limited to assigned matters, who see no inquiries. */
export async function readSources(
  { tx, staff }: PageRequest,
  { from, until, filters: { questionnaire_id } }: RequestedReport,
): Promise<SourceCount[] | undefined> {
  return staff.assigned_matters_only ? undefined : countSources(tx, { from, until, questionnaire_id })
}

const max_sources = 100

export function SourceTable({ sources }: { sources: readonly SourceCount[] }) {
  const left = sources.length - max_sources
  return (
    <>
      {left > 0 && (
        <p class="hint">
          The {max_sources} with the most inquiries. The CSV file also has the other {numberText(left)}.
        </p>
      )}
      <DataTable
        caption="Inquiries by source, and how many became matters"
        flowing
        columns={[
          { label: "Source", cell: (row) => row.source || "Unknown" },
          numbers("Inquiries", (row: SourceCount) => numberText(row.inquiries)),
          numbers("Became matters", (row: SourceCount) => numberText(row.matters)),
          numbers("Share", (row: SourceCount) => `${Math.round((100 * row.matters) / row.inquiries)}%`),
        ]}
        records={sources.slice(0, max_sources)}
        id={(row) => row.source || "unknown"}
      />
    </>
  )
}

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
