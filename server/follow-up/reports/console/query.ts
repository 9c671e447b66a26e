import { stalledDaysOf } from "../../../firm/firms/stalled-days.ts"
import { assignmentFilter } from "../../../intake/matters/console/frame/require-matter.ts"
import { later } from "../../../platform/clock.ts"
import type { Fault } from "../../../platform/errors.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { todayOf } from "../../../web/console/times.tsx"
import { findFirstMonth, max_months, type ReportQuery } from "../reports.ts"

export interface RequestedReport extends ReportQuery {
  /** The months offered, latest first. */
  choices: string[]
  faults: Fault[]
}

const default_months = 12
const max_choices = 120

/** Parses the query; the default is the last twelve months. Limited members get only assigned matters. */
export async function readReportQuery({ tx, staff, query }: PageRequest): Promise<RequestedReport> {
  const own = assignmentFilter(staff)
  const this_month = todayOf({ tx, staff }).slice(0, 7)
  const first = (await findFirstMonth(tx, own)) ?? this_month
  const choices = monthsBack(this_month, max_choices).filter(
    (month) => month >= first || month === this_month,
  )
  const faults: Fault[] = []
  const monthOf = (param: "from" | "until", fallback: string): string => {
    const text = query[param]?.trim()
    if (!text || /^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text || fallback
    faults.push({ param, code: "unknown_value", message: "Choose a month, like 2026-03." })
    return fallback
  }
  const until = monthOf("until", this_month)
  const from = monthOf("from", monthsBack(until, default_months).findLast((month) => month >= first) ?? until)
  if (from > until)
    faults.push({
      param: "from",
      code: "unknown_value",
      message: "The first month must not be after the last.",
    })
  else if (!monthsBack(until, max_months).includes(from))
    faults.push({ param: "from", code: "unknown_value", message: `Choose at most ${max_months} months.` })
  const stalled_ms = stalledDaysOf(staff.firm.settings) * 24 * 3_600_000
  return {
    from,
    until,
    filters: { ...own, questionnaire_id: query.questionnaire_id?.trim() || undefined },
    inactive_since: later(tx.now, { ms: -stalled_ms }),
    choices: [...new Set([...choices, from, until])].sort().reverse(),
    faults,
  }
}

/** The address of the page, or of one of its tables, with the same filters. */
export function reportUrl({ from, until, filters }: RequestedReport, table?: string): string {
  const { questionnaire_id } = filters
  const parameters = new URLSearchParams({ from, until, ...(questionnaire_id && { questionnaire_id }) })
  if (table) parameters.set("table", table)
  return `/console/reports${table ? ".csv" : ""}?${parameters}`
}

/** The last `count` months up to `month`, latest first. */
function monthsBack(month: string, count: number): string[] {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
