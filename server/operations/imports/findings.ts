// Faults and doubts of a file, equal ones together: what is wrong with five hundred lines is said once.
import type { Finding } from "./table/cells.ts"

export interface FindingGroup {
  is_fault: boolean
  at?: number | undefined
  column: string
  /** Of the first. */
  message: string
  /** How the import goes on without a corrected file. */
  remedy: "cell" | "line" | "assignee"
  count: number
  /** The first few. */
  lines: number[]
}

/** What was found in one line: the position of its group, and the words for the report. */
export interface LineFinding {
  group: number
  text: string
}

const max_lines = 8

/** Fewer than these are listed one by one. */
const min_group = 6

/** The groups, the most frequent faults first, and the findings of each line by its number. */
export function groupFindings(
  faults: readonly Finding[],
  questions: readonly Finding[],
): { groups: FindingGroup[]; byLine: Map<number, LineFinding[]> } {
  const groups = [faults, questions].flatMap((findings, at) =>
    togetherOf(findings)
      .toSorted((a, b) => b.length - a.length)
      .map((found) => ({ found, is_fault: at === 0 })),
  )
  const byLine = new Map<number, LineFinding[]>()
  groups.forEach(({ found }, group) => {
    for (const { line, column, message } of found)
      byLine.set(line, [
        ...(byLine.get(line) ?? []),
        { group, text: column ? `${column}: ${message}` : message },
      ])
  })
  return { groups: groups.flatMap(({ found, is_fault }) => groupOf(found, is_fault) ?? []), byLine }
}

function togetherOf(findings: readonly Finding[]): Finding[][] {
  const keyOf = ({ at, message, remedy }: Finding) =>
    remedy === "assignee" ? message : `${at} ${templateOf(message)}`
  return [...Map.groupBy(findings, keyOf).values()].flatMap((found) =>
    found.length < min_group && found[0]?.remedy !== "assignee" ? found.map((one) => [one]) : [found],
  )
}

function groupOf(found: readonly Finding[], is_fault: boolean): FindingGroup | undefined {
  const [first] = found
  if (!first) return undefined
  const { at, column, message, remedy = "cell" } = first
  const lines = found.slice(0, max_lines).map(({ line }) => line)
  return { is_fault, at, column, message, remedy, count: found.length, lines }
}

/** The message without what differs from line to line. */
function templateOf(message: string): string {
  return message.replace(
    /“[^“”]*”|\d+|January|February|March|April|May|June|July|August|September|October|November|December/g,
    "…",
  )
}
