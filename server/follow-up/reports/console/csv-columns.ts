// The columns of the report's CSV files.
import type { Column } from "../../../outputs/exports/csv.ts"
import type { SourceCount } from "../../inquiries/sources.ts"
import type { DropOff } from "../drop-offs.ts"
import type { Report, StepStats } from "../reports.ts"
import type { Workload } from "../workload.ts"

const rounded = (days: number | null) => (days === null ? null : Math.round(days * 100) / 100)

function statColumns<Row extends { stats: StepStats }>(): Column<Row>[] {
  return [
    { name: "opened", of: ({ stats }) => stats.counts.opened },
    { name: "invited", of: ({ stats }) => stats.counts.invited },
    { name: "started", of: ({ stats }) => stats.counts.started },
    { name: "submitted", of: ({ stats }) => stats.counts.submitted },
    { name: "completed", of: ({ stats }) => stats.counts.completed },
    { name: "median_days_invited_to_started", of: ({ stats }) => rounded(stats.days.started) },
    { name: "median_days_started_to_submitted", of: ({ stats }) => rounded(stats.days.submitted) },
    { name: "median_days_submitted_to_completed", of: ({ stats }) => rounded(stats.days.completed) },
  ]
}

export const monthColumns: Column<Report["months"][number]>[] = [
  { name: "month", of: ({ month }) => month },
  ...statColumns<Report["months"][number]>(),
]

export const questionnaireColumns: Column<Report["questionnaires"][number]>[] = [
  { name: "questionnaire", of: ({ title }) => title },
  ...statColumns<Report["questionnaires"][number]>(),
]

/** A drop-off with the title of its questionnaire. */
export type TitledDropOff = DropOff & { title: string }

export const dropOffColumns: Column<TitledDropOff>[] = [
  { name: "questionnaire", of: ({ title }) => title },
  { name: "section", of: ({ section }) => section },
  { name: "question", of: ({ part }) => part },
  { name: "matters", of: ({ matters }) => matters },
]

export const sourceColumns: Column<SourceCount>[] = [
  { name: "source", of: ({ source }) => source },
  { name: "inquiries", of: ({ inquiries }) => inquiries },
  { name: "became_matters", of: ({ matters }) => matters },
]

export const loadColumns: Column<Workload>[] = [
  { name: "member", of: ({ name }) => name },
  { name: "open", of: ({ open }) => open },
  { name: "waiting_for_client", of: ({ waiting }) => waiting },
  { name: "submitted_unread", of: ({ unread }) => unread },
]
