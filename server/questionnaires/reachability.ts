import { categoriesFor, isAssetFact } from "../definition/asset-facts.ts"
import {
  type Comparable,
  type Comparison,
  type Condition,
  comparisonHolds,
  comparisonNames,
  type Facts,
  factNames,
} from "../definition/conditions.ts"
import type { Category, Definition, Question } from "../definition/definition.ts"
import { type ConditionalPart, conditionalPartsOf } from "./condition-linter.ts"
import { valuesOf } from "./possible-values.ts"

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
  const homes = new Map(
    definition.sections.flatMap((section) =>
      section.kind === "assets" ? [[section.id, section.categories] as const] : [],
    ),
  )
  for (const part of conditionalPartsOf(definition)) {
    const own =
      part.condition === undefined || broken.has(part.id) ? anyWay : waysToMeet(part.condition, true)
    const grounded = own.flatMap((way) => withGrounds(way, { waysTo, questions, homes }))
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

/**
 * An answer can only be given to a question that shows, and an asset only be listed under a category that does: their
 * own ways join each way that needs them.
 */
function withGrounds(way: Way, { waysTo, questions, homes }: Grounds): readonly Way[] {
  const needed = new Set(way.filter(needsAnswer).map(({ subject }) => subject))
  let ways: readonly Way[] = [way]
  for (const id of needed) {
    const question = questions.get(id)
    if (!question) continue
    const grounds = waysTo.get(id) ?? anyWay
    ways = combined(ways, question.each_client ? grounds : onlyOfMatter(grounds, questions))
  }
  for (const { subject, comparison } of way.filter(needsAnswer)) {
    if (!isAssetFact(subject)) continue
    const sections = [...homes].filter(
      ([id, categories]) =>
        waysTo.has(id) && categoriesFor(subject, comparison.includes, categories).length > 0,
    )
    const grounds = sections.flatMap(([id]) => waysTo.get(id) ?? anyWay)
    ways = combined(ways, onlyOfMatter(limited(grounds), questions))
  }
  return ways
}

interface Grounds {
  waysTo: ReadonlyMap<string, readonly Way[]>
  questions: ReadonlyMap<string, Question>
  /** The categories of each section that asks for assets. */
  homes: ReadonlyMap<string, readonly Category[]>
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
    const possible = knownValues(subject, facts) ?? valuesOf(subject, questions.get(subject), mentioned)
    return possible.some((value) =>
      demands.every(({ comparison, met }) => comparisonHolds({ ...comparison }, value) === met),
    )
  })
}

/** What a fact can be of a client of whom these are true; undefined where they do not tell. */
function knownValues(subject: string, facts: Facts | undefined): (Comparable | null)[] | undefined {
  const fact = factNames.find((name) => name === subject)
  if (!facts || !fact) return undefined
  if (fact === "has_joint_assets") return facts.has_partner ? undefined : [false, null]
  return isAssetFact(fact) ? undefined : [facts[fact]]
}
