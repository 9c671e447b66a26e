import {
  listQuestionnaireRows,
  type QuestionnaireRow,
} from "../../../intake/questionnaires/questionnaires.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { monthText } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { Card, EmptyState } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { FilterBar } from "../../../web/ui/components/filter-bar.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { stalledDaysOf } from "../../queues/queue.ts"
import { max_matters_of_month, readReport } from "../reports.ts"
import { listWorkloads, type Workload } from "../workload.ts"
import { type RequestedReport, readReportQuery, reportUrl } from "./query.ts"
import { Funnel, numberText, StepTable } from "./step-stats.tsx"
import { DropOffTable, readDropOffs, readSources, SourceTable, truncationNote } from "./tables.tsx"

/** The reports page: progress and speed of intakes, where clients stop, and the workload of each assignee. */
export async function reportsPage(req: PageRequest): Promise<View> {
  const { tx, staff } = req
  const query = await readReportQuery(req)
  const isRefused = query.faults.length > 0
  const [questionnaires, report, load, sources = []] = await Promise.all([
    listQuestionnaireRows(tx),
    isRefused ? undefined : readReport(tx, query),
    listWorkloads(tx, query.filters.assignee_id ?? undefined),
    isRefused ? undefined : readSources(req, query),
  ])
  const stops = report ? await readDropOffs(tx, report) : []
  const stopped = report?.stopped_ids.length ?? 0
  const of = query.from === query.until ? "in" : "from"
  const period = `${of} ${[...new Set([query.from, query.until])].map(monthText).join(" to ")}`
  return {
    title: "Reports",
    heading: {
      lede: staff.assigned_matters_only
        ? "The progress of the matters assigned to you."
        : "The progress of the firm’s matters. Deleted matters are not counted.",
    },
    status: isRefused ? 400 : 200,
    refused: isRefused ? { form: {}, faults: query.faults } : undefined,
    body: (
      <>
        <Filters query={query} questionnaires={questionnaires} />
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
            <Card
              title="Where clients stop"
              flush
              actions={stops.length > 0 && <Csv query={query} table="stops" of="where clients stop" />}
              footer={truncationNote(stops, stopped)}
            >
              <p class="card-note hint">
                Started but not submitted, with no activity for {stalledDaysOf(staff.firm.settings)} days:{" "}
                {numberText(stopped)} of these matters. Each question is the one after the last answer.
              </p>
              <DropOffTable stops={stops} stopped={stopped} />
            </Card>
            <Card title="By month" flush actions={<Csv query={query} table="months" of="by month" />}>
              <StepTable
                caption="Matters by the month they were opened in, with median days"
                of="Opened in"
                rows={report.months.map(({ month, stats }) => ({
                  id: month,
                  name: monthText(month),
                  stats,
                }))}
              />
            </Card>
            <Card
              title="By questionnaire"
              flush
              actions={<Csv query={query} table="questionnaires" of="by questionnaire" />}
            >
              <StepTable
                caption="The same matters by questionnaire, with median days"
                of="Questionnaire"
                rows={report.questionnaires.map(({ id, title, stats }) => ({
                  id,
                  name: <a href={`/console/matters?questionnaire_id=${id}`}>{title}</a>,
                  stats,
                }))}
              />
            </Card>
          </>
        )}
        {sources.length > 0 && (
          <Card
            title={`Inquiries received ${period}`}
            flush
            actions={<Csv query={query} table="sources" of="inquiries by source" />}
          >
            <SourceTable sources={sources} />
          </Card>
        )}
        <Card
          title="Current workload"
          flush
          actions={<Csv query={query} table="load" of="current workload" />}
        >
          <LoadTable load={load} req={req} />
        </Card>
      </>
    ),
  }
}

function Filters(props: { query: RequestedReport; questionnaires: readonly QuestionnaireRow[] }) {
  const { query, questionnaires } = props
  const months = query.choices.map((month) => ({ value: month, label: monthText(month) }))
  const errorOf = (name: string) => query.faults.find(({ param }) => param === name)?.message
  return (
    <FilterBar
      action="/console/reports"
      label="Choose matters"
      submit="Show"
      isFiltered={Boolean(query.filters.questionnaire_id)}
    >
      <SelectField
        id="questionnaire_id"
        label="Questionnaire"
        placeholder="All"
        value={query.filters.questionnaire_id}
        options={questionnaires.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <SelectField
        id="from"
        label="Opened from"
        value={query.from}
        error={errorOf("from")}
        options={months}
      />
      <SelectField id="until" label="To" value={query.until} error={errorOf("until")} options={months} />
    </FilterBar>
  )
}

function Csv({ query, table, of }: { query: RequestedReport; table: string; of: string }) {
  return (
    <LinkButton href={reportUrl(query, table)} about={of} variant="quiet" small icon="download">
      CSV
    </LinkButton>
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
          primary: true,
          cell: (row) => <a href={list(row)}>{row.user_id === "" ? "No assignee" : row.name}</a>,
        },
        { label: "Open", align: "end", labeled: true, cell: (row) => numberText(row.open) },
        {
          label: "Waiting for the client",
          align: "end",
          labeled: true,
          cell: (row) => numberText(row.waiting),
        },
        {
          label: "Submitted, not read",
          align: "end",
          labeled: true,
          cell: (row) =>
            row.unread > 0 ? <a href={list(row, "&status=submitted")}>{numberText(row.unread)}</a> : "0",
        },
      ]}
      records={load}
      id={(row) => row.user_id || "no-assignee"}
      isMuted={(row) => row.open === 0}
    />
  )
}
