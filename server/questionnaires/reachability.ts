import {
  type Comparable,
  type Comparison,
  type Condition,
  comparisonHolds,
  comparisonNames,
  type Facts,
  factNames,
} from "../definition/conditions.ts"
import type { Definition, Question } from "../definition/definition.ts"
import { maritalStatuses } from "../definition/marital-status.ts"
import { type ConditionalPart, conditionalPartsOf } from "./condition-linter.ts"

/**
 * Finds parts that no answers could ever bring up. Every condition becomes a list of ways to meet it; a way is a
 * list of demands on questions and facts, with the demands under which those questions show themselves. A way is
 * open when, for each subject, some value the evaluator itself accepts meets all demands on it.
 */
interface Demand {
  subject: string
  comparison: Comparison
  met: boolean
}
type Way = readonly Demand[]

/** Beyond this many ways a condition is taken to be reachable: the linter may miss something, never accuse falsely. */
const maxWays = 256
const anyWay: readonly Way[] = [[]]

/**
 * `broken` conditions have findings of their own and are taken to hold. With `facts`, what no answers of a client of
 * whom these are true could ever bring up.
 */
export function findUnreachable(
  definition: Definition,
  broken: ReadonlySet<string>,
  facts?: Facts,
): ConditionalPart[] {
  const waysTo = new Map<string, readonly Way[]>()
  const questions = new Map<string, Question>()
  const unreachable: ConditionalPart[] = []
  for (const part of conditionalPartsOf(definition)) {
    const own =
      part.condition === undefined || broken.has(part.id) ? anyWay : waysToMeet(part.condition, true)
    const grounded = own.flatMap((way) => withGrounds(way, waysTo, questions))
    const around = part.section ? onlyOfMatter(waysTo.get(part.section) ?? anyWay, questions) : anyWay
    const open = combined(grounded.slice(0, maxWays), around).filter((way) => isOpen(way, questions, facts))
    const known = grounded.length > maxWays ? anyWay : open
    const inClosedSection = part.section !== undefined && waysTo.get(part.section)?.length === 0
    if (known.length === 0 && !inClosedSection) unreachable.push(part)
    waysTo.set(part.id, known)
    if (part.question) questions.set(part.id, part.question)
  }
  return unreachable
}

/** The ways to make `condition` hold, or with `met` false, to make it fail. */
function waysToMeet(condition: Condition, met: boolean): readonly Way[] {
  if ("not" in condition) return waysToMeet(condition.not, !met)
  const [all, any] = ["all" in condition && condition.all, "any" in condition && condition.any]
  if (all || any) {
    const parts = (all || any || []).map((part) => waysToMeet(part, met))
    const together = met === Boolean(all)
    return together ? parts.reduce(combined, anyWay) : limited(parts.flat())
  }
  if (!("question" in condition) && !("fact" in condition)) return anyWay
  const subject = "question" in condition ? condition.question : condition.fact
  return [[{ subject, comparison: condition, met }]]
}

function combined(left: readonly Way[], right: readonly Way[]): readonly Way[] {
  return limited(left.flatMap((way) => right.map((other) => [...way, ...other])))
}

function limited(ways: readonly Way[]): readonly Way[] {
  return ways.length > maxWays ? anyWay : ways
}

/** An answer can only be given to a question that shows: its own ways join each way that needs an answer. */
function withGrounds(
  way: Way,
  waysTo: ReadonlyMap<string, readonly Way[]>,
  questions: ReadonlyMap<string, Question>,
) {
  const needed = new Set(way.filter(needsAnswer).map(({ subject }) => subject))
  let ways: readonly Way[] = [way]
  for (const id of needed) {
    const question = questions.get(id)
    if (!question) continue
    const grounds = waysTo.get(id) ?? anyWay
    ways = combined(ways, question.each_client ? grounds : onlyOfMatter(grounds, questions))
  }
  return ways
}

function needsAnswer({ comparison, met }: Demand): boolean {
  return comparison.is_answered === undefined ? met : comparison.is_answered === met
}

/** What is asked once shows when any client's answer calls for it, so demands on that client bind no other. */
function onlyOfMatter(ways: readonly Way[], questions: ReadonlyMap<string, Question>): readonly Way[] {
  return ways.map((way) => way.filter(({ subject }) => !questions.get(subject)?.each_client))
}

function isOpen(way: Way, questions: ReadonlyMap<string, Question>, facts: Facts | undefined): boolean {
  return [...new Set(way.map(({ subject }) => subject))].every((subject) => {
    const demands = way.filter((demand) => demand.subject === subject)
    const mentioned = demands.flatMap(({ comparison }) =>
      comparisonNames.flatMap((name) => comparison[name] ?? []),
    )
    const fact = factNames.find((name) => name === subject)
    const possible = facts && fact ? [facts[fact]] : valuesOf(subject, questions.get(subject), mentioned)
    return possible.some((value) =>
      demands.every(({ comparison, met }) => comparisonHolds({ ...comparison }, value) === met),
    )
  })
}

/** Enough values to tell apart everything that is `mentioned`; null is no answer. */
export function valuesOf(
  subject: string,
  question: Question | undefined,
  mentioned: readonly unknown[],
): (Comparable | null)[] {
  if (!question) return factValues(subject, mentioned)
  const options = (question.options ?? []).map((option) => option.value)
  switch (question.type) {
    case "yes_no":
      return [null, true, false]
    case "one_of":
      return [null, ...options]
    case "many_of":
      return [null, ...subsetsOf(options.filter((value) => mentioned.includes(value))), options]
    case "number":
    case "money":
    case "percentage":
    case "computed":
      return [null, ...numbersAround([...mentioned, question.min ?? 0, question.max ?? 0], question)]
    case "date":
      return [null, ...datesAround([...mentioned, question.min, question.max])]
    default:
      return [null, "\u{10FFFD}", ...mentioned.filter((value) => typeof value === "string")]
  }
}

function factValues(fact: string, mentioned: readonly unknown[]): (Comparable | null)[] {
  if (fact === "marital_status") return ["", ...maritalStatuses]
  if (fact === "client_type") return ["self", "representative"]
  if (fact === "has_minor_children") return [true, false, null]
  if (fact === "has_partner") return [true, false]
  return numbersAround([...mentioned, 0], { min: "0", max: "99", whole: true })
}

function subsetsOf(options: readonly string[]): string[][] {
  if (options.length > 8) return [[...options], ...options.map((option) => [option])]
  let subsets: string[][] = [[]]
  for (const option of options) subsets = subsets.concat(subsets.map((subset) => [...subset, option]))
  return subsets
}

function numbersAround(
  values: readonly unknown[],
  { min, max, whole }: Pick<Question, "min" | "max" | "whole">,
): number[] {
  const steps = whole ? [-1, 0, 1] : [-1, -0.01, 0, 0.01, 1]
  return values
    .map(Number)
    .filter(Number.isFinite)
    .flatMap((value) => steps.map((step) => Number((value + step).toFixed(6))))
    .filter((value) => value >= Number(min ?? -Infinity) && value <= Number(max ?? Infinity))
}

function datesAround(values: readonly unknown[]): string[] {
  const times = values.map((value) => Date.parse(String(value))).filter((time) => !Number.isNaN(time))
  const day_ms = 86_400_000
  return [...times, 0].flatMap((time) =>
    [time - day_ms, time, time + day_ms].map((at) => new Date(at).toISOString().slice(0, 10)),
  )
}
