import type { ComponentChildren } from "preact"
import { stalledDaysOf } from "../../../firm/firms/stalled-days.ts"
import { listQuestionnaireRows } from "../../../intake/questionnaires/questionnaires.ts"
import { faultAt, type PageRequest } from "../../../web/console/page-request.ts"
import { pickedFilters } from "../../../web/console/picked-filters.ts"
import type { Console } from "../../../web/console/routing.ts"
import { monthText } from "../../../web/console/times.tsx"
import type { PageResponse } from "../../../web/console/view.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { Card, EmptyState } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { FilterBar } from "../../../web/ui/components/filter-bar.tsx"
import { PickField } from "../../../web/ui/components/pick-field.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { max_matters_of_month, readReport } from "../reports.ts"
import { listWorkloads, type Workload } from "../workload.ts"
import { type RequestedReport, readReportQuery, reportUrl } from "./query.ts"
import { Funnel, numbers, numberText, StepTable } from "./step-stats.tsx"
import {
  DropOffTable,
  readDropOffs,
  readSources,
  SourceTable,
  sendReport,
  truncationNote,
} from "./tables.tsx"

export function reportPages(console: Console): void {
  console.page("/console/reports", reportsPage)
  console.page("/console/reports.csv", sendReport)
}

async function reportsPage(req: PageRequest): Promise<PageResponse> {
  const { tx, staff } = req
  const rows = await listQuestionnaireRows(tx)
  const questionnaire_id = rows.map(({ id, title }) => ({ value: id, label: title }))
  const picked = pickedFilters(req, { questionnaire_id })
  if (picked.to) return { to: picked.to }
  const query = await readReportQuery(req)
  query.faults.push(...picked.faults)
  const refused = query.faults.length > 0 ? { form: {}, faults: query.faults } : undefined
  const months = query.choices.map((month) => ({ value: month, label: monthText(month) }))
  const month = (id: "from" | "until", label: string) => (
    <SelectField {...{ id, label }} value={query[id]} error={faultAt(refused, id)} options={months} />
  )
  const [report, load, sources = []] = await Promise.all([
    refused ? undefined : readReport(tx, query),
    listWorkloads(tx, query.filters.assignee_id ?? undefined),
    refused ? undefined : readSources(req, query),
  ])
  const stops = report ? await readDropOffs(tx, report) : []
  const stopped = report?.stopped_ids.length ?? 0
  const of = query.from === query.until ? "in" : "from"
  const period = `${of} ${[...new Set([query.from, query.until])].map(monthText).join(" to ")}`
  return {
    title: "Reports",
    lede: staff.assigned_matters_only
      ? "The progress of the matters assigned to you."
      : "The progress of the firm’s matters. Deleted matters are not counted.",
    status: refused ? 400 : 200,
    refused,
    body: (
      <>
        <FilterBar
          action="/console/reports"
          label="Choose matters"
          submit="Show"
          isFiltered={Boolean(query.filters.questionnaire_id)}
        >
          <PickField
            id="questionnaire_id"
            label="Questionnaire"
            placeholder="All"
            value={query.filters.questionnaire_id}
            error={faultAt(refused, "questionnaire_id")}
            options={questionnaire_id}
          />
          {month("from", "Opened from")}
          {month("until", "To")}
        </FilterBar>
        {report?.total.counts.opened === 0 && (
          <EmptyState
            title={`No matters opened ${period}`}
            action={<a href="/console/reports">The last 12 months</a>}
          >
            Choose other months or another questionnaire.
          </EmptyState>
        )}
        {report && report.total.counts.opened > 0 && (
          <>
            {report.cut_months.length > 0 && (
              <Notice tone="warning">
                <p>
                  In months with more than {numberText(max_matters_of_month)} matters, only the{" "}
                  {numberText(max_matters_of_month)} opened last are counted:{" "}
                  {report.cut_months.map(monthText).join(", ")}.
                </p>
              </Notice>
            )}
            <Card title={`Matters opened ${period}`}>
              <Funnel {...report.total} />
            </Card>
            <CsvCard
              title="Where clients stop"
              query={query}
              table="stops"
              footer={truncationNote(stops, stopped)}
            >
              <p class="card-note hint">
                Started but not submitted, with no activity for {stalledDaysOf(staff.firm.settings)} days:{" "}
                {numberText(stopped)} of these matters. Each question is the one after the last answer.
              </p>
              <DropOffTable stops={stops} stopped={stopped} />
            </CsvCard>
            <CsvCard title="By month" query={query} table="months">
              <StepTable
                caption="Matters by the month they were opened in, with median days"
                of="Opened in"
                rows={report.months.map(({ month, stats }) => ({ id: month, name: monthText(month), stats }))}
              />
            </CsvCard>
            <CsvCard title="By questionnaire" query={query} table="questionnaires">
              <StepTable
                caption="The same matters by questionnaire, with median days"
                of="Questionnaire"
                rows={report.questionnaires.map(({ id, title, stats }) => ({
                  id,
                  name: <a href={`/console/matters?questionnaire_id=${id}`}>{title}</a>,
                  stats,
                }))}
              />
            </CsvCard>
          </>
        )}
        {sources.length > 0 && (
          <CsvCard title={`Inquiries received ${period}`} query={query} table="sources">
            <SourceTable sources={sources} />
          </CsvCard>
        )}
        <CsvCard title="Current workload" query={query} table="load">
          <LoadTable load={load} req={req} />
        </CsvCard>
      </>
    ),
  }
}

function CsvCard(props: {
  title: string
  query: RequestedReport
  table: string
  footer?: string | undefined
  children: ComponentChildren
}) {
  const { title, query, table, footer, children } = props
  const csv = (
    <LinkButton href={reportUrl(query, table)} about={title} variant="quiet" small icon="download">
      CSV
    </LinkButton>
  )
  return (
    <Card title={title} flush actions={csv} footer={footer}>
      {children}
    </Card>
  )
}

function LoadTable({ load, req }: { load: readonly Workload[]; req: PageRequest }) {
  const list = ({ user_id }: Workload, more = "") =>
    `/console/matters?assignee=${user_id === req.staff.user_id ? "me" : user_id || "none"}${more}`
  return (
    <DataTable
      caption="Open matters by assignee, for all questionnaires"
      flowing
      columns={[
        {
          label: "Assignee",
          cell: (row) => <a href={list(row)}>{row.user_id === "" ? "No assignee" : row.name}</a>,
        },
        numbers("Open", (row: Workload) => numberText(row.open)),
        numbers("Waiting for the client", (row: Workload) => numberText(row.waiting)),
        numbers("Submitted, not read", (row: Workload) =>
          row.unread > 0 || row.is_cut ? <a href={list(row, "&queue=unread")}>{unreadText(row)}</a> : "0",
        ),
      ]}
      records={load}
      id={(row) => row.user_id || "no-assignee"}
      isMuted={(row) => row.open === 0}
    />
  )
}

const unreadText = ({ unread, is_cut }: Workload) => `${numberText(unread)}${is_cut ? "+" : ""}`
