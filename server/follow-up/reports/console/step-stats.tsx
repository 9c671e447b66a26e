import type { ComponentChildren } from "preact"
import { type Column, DataTable } from "../../../web/ui/components/data-table.tsx"
import { type Step, type StepStats, steps, type TimedStep, timedSteps } from "../reports.ts"

const stepWords: Record<Step, string> = {
  opened: "Opened",
  invited: "Invited",
  started: "Started",
  submitted: "Submitted",
  completed: "Completed",
}

const timeWords: Record<TimedStep, { head: string; sentence: string }> = {
  started: { head: "Days to start", sentence: "from invitation to start" },
  submitted: { head: "Days to submit", sentence: "from start to submission" },
  completed: { head: "Days to complete", sentence: "from submission to completion" },
}

export function Funnel({ counts, days }: StepStats) {
  return (
    <ol class="funnel">
      {steps.map((step) => {
        const share = counts.opened === 0 ? 0 : counts[step] / counts.opened
        const timed = timedSteps.find((one) => one === step)
        const median_days = timed && days[timed]
        return (
          <li key={step}>
            <span class="funnel-step">{stepWords[step]}</span>
            <svg class="funnel-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="funnel-track" width="100" height="10" />
              <rect class="funnel-reached" width={Math.round(share * 1000) / 10} height="10" />
            </svg>
            <span class="funnel-count">
              {numberText(counts[step])} <span class="hint">{Math.round(share * 100)}%</span>
            </span>
            {timed && typeof median_days === "number" && (
              <span class="funnel-time hint">
                Median {daysText(median_days)} {timeWords[timed].sentence}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

interface GroupStats {
  id: string
  name: ComponentChildren
  stats: StepStats
}

export function StepTable(props: { caption: string; of: string; rows: readonly GroupStats[] }) {
  return (
    <DataTable
      caption={props.caption}
      flowing
      columns={[
        { label: props.of, cell: ({ name }) => name },
        ...steps.map((step) =>
          numbers<GroupStats>(stepWords[step], ({ stats }) => numberText(stats.counts[step])),
        ),
        ...timedSteps.map((step) =>
          numbers<GroupStats>(timeWords[step].head, ({ stats }) => daysNumber(stats.days[step])),
        ),
      ]}
      records={props.rows}
      isMuted={({ stats }) => stats.counts.opened === 0}
    />
  )
}

/** A column of numbers, which narrow pages label. */
export function numbers<Row>(label: string, cell: Column<Row>["cell"]): Column<Row> {
  return { label, align: "end", labeled: true, cell }
}

export function numberText(number: number): string {
  return number.toLocaleString("en-US")
}

/** `5 hours`, `2.5 days`, `12 days`. */
function daysText(days: number): string {
  const [number, unit] = days < 1 ? [Math.round(days * 24), "hour"] : [daysNumber(days), "day"]
  if (number === 0) return "less than an hour"
  return `${number} ${unit}${String(number) === "1" ? "" : "s"}`
}

function daysNumber(days: number | null): string {
  if (days === null) return "–"
  return String(days < 10 ? Math.round(days * 10) / 10 : Math.round(days))
}
