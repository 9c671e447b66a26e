import type { Outcome } from "./outcome.ts"

const max_lines = 20

/** Prints a run's measurements and, line by line, the problems it found. */
export function printOutcome(name: string, outcome: Outcome): void {
  const { lost, wrong, slow, figures } = outcome
  console.log(`\n── ${name}: ${verdictOf(outcome)}`)
  for (const [what, count] of Object.entries(figures))
    console.log(`   ${what}: ${count.toLocaleString("en-US")}`)
  const lines = [
    ...lost.map((line) => `LOST ${line}`),
    ...wrong.map((line) => `WRONG ${line}`),
    ...slow.map((line) => `SLOW ${line}`),
  ]
  for (const line of lines.slice(0, max_lines)) console.log(`   ${line}`)
  if (lines.length > max_lines) console.log(`   … and ${lines.length - max_lines} more`)
}

/** Prints one line per run. */
export function printTable(done: readonly { name: string; outcome: Outcome; seconds: number }[]): void {
  const rows = done.map(({ name, outcome, seconds }) => {
    const { acknowledged, kills, lost, wrong, left_out } = outcome
    const counts = [acknowledged, kills, lost.length, wrong.length].map((count) =>
      left_out ? "–" : count.toLocaleString("en-US"),
    )
    return [name, ...counts, String(seconds), verdictOf(outcome)]
  })
  const table = [["run", "acknowledged writes", "kills", "lost", "wrong", "seconds", ""], ...rows]
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  console.log()
  for (const row of table) {
    const cells = row.map((cell, column) =>
      column === 0 || column === row.length - 1
        ? cell.padEnd(widths[column] ?? 0)
        : cell.padStart(widths[column] ?? 0),
    )
    console.log(cells.join("  ").trimEnd())
  }
  const total_s = done.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log(`\n${Math.floor(total_s / 60)} min ${total_s % 60} s in all`)
}

/** Whether anything was lost, wrong, or late. */
export function hasFailed({ lost, wrong, slow }: Outcome): boolean {
  return lost.length + wrong.length + slow.length > 0
}

function verdictOf(outcome: Outcome): string {
  const { lost, wrong, left_out } = outcome
  if (left_out) return `left out, ${left_out}`
  if (!hasFailed(outcome)) return "held"
  return lost.length + wrong.length > 0 ? "FAILED" : "held, but too slow"
}
