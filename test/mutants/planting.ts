// All faults of a run are compiled at once, each behind a switch, so that one bundle serves them all: the number in
// MUTANT says which one is planted in a process.
import type { Fault } from "./faults.ts"

export interface Planted extends Fault {
  number: number
}

/** A source's text with its faults behind switches. */
export function withSwitches(text: string, faults: readonly Planted[]): string {
  if (faults.length === 0) return text
  return `${rendered(text, faults, 0, text.length)}\n${helper}`
}

function rendered(text: string, faults: readonly Planted[], from: number, until: number): string {
  const here = faults.filter(({ start, end }) => start >= from && end <= until)
  // The first place, and of those that start there the longest: what is inside it is rendered in its turn.
  const [outer] = here.toSorted((a, b) => a.start - b.start || b.end - a.end)
  if (!outer) return text.slice(from, until)
  const { start, end } = outer
  const [own, others] = [
    here.filter((each) => each.start === start && each.end === end),
    here.filter((each) => each.start !== start || each.end !== end),
  ]
  const inside = rendered(
    text,
    others.filter((each) => each.end <= end),
    start,
    end,
  )
  return `${text.slice(from, start)}${switched(own, inside)}${rendered(text, others, end, until)}`
}

function switched(faults: readonly Planted[], original: string): string {
  const isStatement = ({ replacement }: Planted) => /^(if\b|;$)/.test(replacement)
  const expressions = faults.filter((fault) => !isStatement(fault))
  const expression = expressions.reduce(
    (text, { number, replacement }) => `(isPlanted(${number}) ? (${replacement}) : ${text})`,
    expressions.length > 0 ? `(${original})` : original,
  )
  return faults
    .filter(isStatement)
    .reduce(
      (text, { number, replacement }) => `if (isPlanted(${number})) { ${replacement} } else { ${text} }`,
      expression,
    )
}

/** Also notes each test that runs the place of a fault, planted or not. */
const helper = `
function isPlanted(number: number): boolean {
  const all = globalThis as { planted?: number; running_test?: string; noted?: string[] }
  all.planted ??= Number(process.env.MUTANT ?? 0)
  all.running_test ??= process.env.RUNNING_TEST ?? ""
  all.noted ??= []
  if (all.noted[number] !== all.running_test) {
    all.noted[number] = all.running_test
    process.getBuiltinModule("node:fs").appendFileSync(process.env.MUTANT_NOTES ?? "/dev/null", number + " " + all.running_test + "\\n")
  }
  return all.planted === number
}
`
