// The tables of the reports, as files.
import type { Column } from "../../exports/csv.ts"
import type { Load } from "../../reports/load.ts"
import type { Figures, Report } from "../../reports/reports.ts"
import type { Stop } from "../../reports/stops.ts"

const rounded = (days: number | null) => (days === null ? null : Math.round(days * 100) / 100)

function figureColumns<Row extends { figures: Figures }>(): Column<Row>[] {
  return [
    { name: "opened", of: ({ figures }) => figures.counts.opened },
    { name: "invited", of: ({ figures }) => figures.counts.invited },
    { name: "started", of: ({ figures }) => figures.counts.started },
    { name: "submitted", of: ({ figures }) => figures.counts.submitted },
    { name: "completed", of: ({ figures }) => figures.counts.completed },
    { name: "median_days_invited_to_started", of: ({ figures }) => rounded(figures.days.started) },
    { name: "median_days_started_to_submitted", of: ({ figures }) => rounded(figures.days.submitted) },
    { name: "median_days_submitted_to_completed", of: ({ figures }) => rounded(figures.days.completed) },
  ]
}

export const monthColumns: Column<Report["months"][number]>[] = [
  { name: "month", of: ({ month }) => month },
  ...figureColumns<Report["months"][number]>(),
]

export const questionnaireColumns: Column<Report["questionnaires"][number]>[] = [
  { name: "questionnaire", of: ({ title }) => title },
  ...figureColumns<Report["questionnaires"][number]>(),
]

/** A stop with its questionnaire's title. */
export type TitledStop = Stop & { title: string }

export const stopColumns: Column<TitledStop>[] = [
  { name: "questionnaire", of: ({ title }) => title },
  { name: "section", of: ({ section }) => section },
  { name: "question", of: ({ part }) => part },
  { name: "matters", of: ({ matters }) => matters },
]

export const loadColumns: Column<Load>[] = [
  { name: "member", of: ({ name }) => name },
  { name: "open", of: ({ open }) => open },
  { name: "waiting_for_client", of: ({ waiting }) => waiting },
  { name: "submitted_unread", of: ({ unread }) => unread },
]
