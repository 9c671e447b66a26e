// How far a firm's matters got, how many reached each step, and in how many days. Computed from the matters themselves,
// a limited number per month, so that no number includes what its reader may not see
// (docs/decisions/0047-documents-exports-and-reports.md).
import { type MatterFilters, whereOf } from "../../intake/matters/list/filters.ts"
import { rawSql, sql, type Tx } from "../../platform/db/sql.ts"

/** For a month with more matters, only this many of the newest are read. */
export const max_matters_of_month = 1_000
export const max_months = 24

/** The steps of an intake, in order. */
export const steps = ["opened", "invited", "started", "submitted", "completed"] as const
export type Step = (typeof steps)[number]
/** The steps with a duration: the time since the previous step. */
export const timedSteps = ["started", "submitted", "completed"] as const
export type TimedStep = (typeof timedSteps)[number]

/** How many matters reached each step, and the median days since the previous step; null if none did. */
export interface StepStats {
  counts: Record<Step, number>
  days: Record<TimedStep, number | null>
}

export interface Report {
  total: StepStats
  /** Latest first, `month` as `YYYY-MM`. */
  months: { month: string; stats: StepStats }[]
  /** By title; questionnaires without a matter in these months are left out. */
  questionnaires: { id: string; title: string; stats: StepStats }[]
  /** Matters whose client started, did not submit and has been inactive lately; latest opened first. */
  stopped_ids: string[]
  /** Months of which only the newest matters were read. */
  cut_months: string[]
}

export interface ReportQuery {
  /** The first and the last month, `YYYY-MM`. */
  from: string
  until: string
  filters: Pick<MatterFilters, "questionnaire_id" | "assignee_id">
  /** A client without activity since then has stopped. */
  inactive_since: Date
}

/** The report on matters opened in these months, by the firm's calendar; at most 24 months. */
export async function readReport(tx: Tx, query: ReportQuery): Promise<Report> {
  const months = monthsBetween(query.from, query.until).reverse()
  const by_month = Map.groupBy(await readTallies(tx, months, query), ({ month }) => month)
  const tallies = months.map((month) => ({ month, rows: by_month.get(month) ?? [] }))
  const all = tallies.flatMap(({ rows }) => rows)
  const byQuestionnaire = [...Map.groupBy(all, ({ questionnaire_id }) => questionnaire_id)]
  return {
    total: statsOf(all),
    months: tallies.map(({ month, rows }) => ({ month, stats: statsOf(rows) })),
    questionnaires: byQuestionnaire
      .map(([id, rows]) => ({ id, title: rows[0]?.title ?? "", stats: statsOf(rows) }))
      .sort((a, b) => a.title.localeCompare(b.title)),
    stopped_ids: all.flatMap(({ stopped_ids }) => stopped_ids),
    cut_months: tallies
      .filter(({ rows }) => sum(rows, "opened") >= max_matters_of_month)
      .map(({ month }) => month),
  }
}

/** Every month in a range, both ends included, as `YYYY-MM`. */
function monthsBetween(from: string, until: string): string[] {
  const months: string[] = []
  for (let month = from; month <= until && months.length < max_months; month = nextMonth(month))
    months.push(month)
  return months
}

/** The month when the first of these matters was opened, `YYYY-MM`; undefined without matters. */
export async function findFirstMonth(tx: Tx, filters: ReportQuery["filters"]): Promise<string | undefined> {
  const first = await tx.maybe<{ open_date: string }>(sql`
    select m.open_date from matters m ${whereOf(filters)} order by m.open_date, m.id limit 1`)
  return first?.open_date.slice(0, 7)
}

interface Tally {
  month: string
  questionnaire_id: string
  title: string
  opened: number
  invited: number
  started: number
  submitted: number
  completed: number
  /** Days of each matter that reached the step. */
  started_days: number[]
  submitted_days: number[]
  completed_days: number[]
  stopped_ids: string[]
}

/** One statement for all months: planning it takes longer than reading a small firm's data. */
function readTallies(
  tx: Tx,
  months: readonly string[],
  { filters, inactive_since }: ReportQuery,
): Promise<Tally[]> {
  const firstDays = (of: readonly string[]) => of.map((month) => `${month}-01`)
  // The first invitation and the first submission count, whatever came later. A link counts once its email was sent, or
  // once it was used, however the client got it: one that no one has ever shared invites no one.
  return tx.all<Tally>(sql`
    select p.month, m.questionnaire_id, q.title, count(*)::integer as opened,
           count(m.invited_at)::integer as invited, count(m.started_at)::integer as started,
           count(m.sent_at)::integer as submitted, count(m.completed_at)::integer as completed,
           coalesce(json_agg(${daysBetween("invited_at", "started_at")})
             filter (where m.invited_at <= m.started_at), '[]') as started_days,
           coalesce(json_agg(${daysBetween("started_at", "sent_at")})
             filter (where m.started_at <= m.sent_at), '[]') as submitted_days,
           coalesce(json_agg(${daysBetween("sent_at", "completed_at")})
             filter (where m.sent_at <= m.completed_at), '[]') as completed_days,
           coalesce(json_agg(m.id order by m.open_date desc, m.id desc) filter (where m.started_at is not null
             and m.state = 'started' and m.last_activity_at < ${inactive_since}), '[]') as stopped_ids
      from unnest(${months}::text[], ${firstDays(months)}::date[], ${firstDays(months.map(nextMonth))}::date[])
             as p (month, first_day, day_after)
     cross join lateral (
            select m.*,
                   (select min(coalesce(
                             (select l.sent_at from mails l
                               where l.invitation_id = i.id and l.purpose = 'invitation' and l.sent_at is not null
                               order by l.id limit 1),
                             case when i.started_at is not null then i.created_at end))
                      from invitations i where i.matter_id = m.id) as invited_at,
                   case when m.is_submitted then coalesce(
                     (select s.submitted_at from submissions s
                       where s.matter_id = m.id and s.reason = 'submitted' order by s.number limit 1),
                     m.submitted_at) end as sent_at
              from matters m ${whereOf(filters, sql`m.open_date >= p.first_day`, sql`m.open_date < p.day_after`)}
             order by m.open_date desc, m.id desc limit ${max_matters_of_month}) m
      join questionnaires q on q.id = m.questionnaire_id
     group by p.month, m.questionnaire_id, q.title`)
}

function daysBetween(from: string, until: string) {
  return rawSql(`round(extract(epoch from m.${until} - m.${from}) / 86400, 2)`)
}

function statsOf(rows: readonly Tally[]): StepStats {
  return {
    counts: Object.fromEntries(steps.map((step) => [step, sum(rows, step)])) as StepStats["counts"],
    days: Object.fromEntries(
      timedSteps.map((step) => [step, medianOf(rows.flatMap((row) => row[`${step}_days`]))]),
    ) as StepStats["days"],
  }
}

function sum(rows: readonly Tally[], step: Step): number {
  return rows.reduce((total, row) => total + row[step], 0)
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`
}
