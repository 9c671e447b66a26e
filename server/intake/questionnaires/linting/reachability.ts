import { categoriesFor, isAssetFact } from "../../../definition/conditions/asset-facts.ts"
import {
  type Comparable,
  type Comparison,
  type Condition,
  comparisonHolds,
  comparisonNames,
  type Facts,
  factNames,
} from "../../../definition/conditions/conditions.ts"
import type { Category, Definition, Question } from "../../../definition/definition.ts"
import { type ConditionalPart, conditionalPartsOf } from "../editing/conditional-parts.ts"
import { valuesOf } from "./possible-values.ts"

/**
 * Finds parts that no combination of answers can make visible. Each condition becomes a list of scenarios (disjunctive
 * normal form). A scenario is a list of requirements on questions and facts, including those that make the questions
 * themselves visible. It is feasible if, for each subject, some value satisfies all requirements on it. The check uses
 * the same comparison code as the real evaluation.
 */
interface Requirement {
  subject: string
  comparison: Comparison
  /** Whether the comparison must hold or must fail. */
  holds: boolean
}
type Scenario = readonly Requirement[]

/**
 * A condition with more scenarios counts as reachable: the linter may miss a problem, but never reports a false one.
 */
const max_scenarios = 256
/** What later parts take over from a part, for a client with known facts: a page shows several such clients. */
const max_scenarios_of_client = 32
const unconditional: readonly Scenario[] = [[]]

/**
 * Treats `broken` conditions as true, because they have findings of their own. With `facts`, finds the parts that a
 * client with these facts can never see.
 */
export function findUnreachable(
  definition: Definition,
  broken: ReadonlySet<string>,
  facts?: Facts,
): ConditionalPart[] {
  const scenariosOf = new Map<string, readonly Scenario[]>()
  const questions = new Map<string, Question>()
  const unreachable: ConditionalPart[] = []
  const categoriesBySection = new Map(
    definition.sections.flatMap((section) =>
      section.kind === "assets" ? [[section.id, section.categories] as const] : [],
    ),
  )
  for (const part of conditionalPartsOf(definition)) {
    const own =
      part.condition === undefined || broken.has(part.id) ? unconditional : scenariosFor(part.condition, true)
    const complete = own.flatMap((scenario) =>
      withPrerequisites(scenario, { scenariosOf, questions, categoriesBySection }),
    )
    const section = part.section
      ? withoutClientAnswers(scenariosOf.get(part.section) ?? unconditional, questions)
      : unconditional
    const feasible = combine(complete.slice(0, max_scenarios), section).filter((scenario) =>
      isFeasible(scenario, questions, facts),
    )
    const scenarios = complete.length > max_scenarios ? unconditional : feasible
    const isSectionUnreachable = part.section !== undefined && scenariosOf.get(part.section)?.length === 0
    if (scenarios.length === 0 && !isSectionUnreachable) unreachable.push(part)
    const isTooMany = facts !== undefined && scenarios.length > max_scenarios_of_client
    scenariosOf.set(part.id, isTooMany ? unconditional : scenarios)
    if (part.question) questions.set(part.id, part.question)
  }
  return unreachable
}

/** The scenarios in which `condition` holds or, if `holds` is false, in which it fails. */
function scenariosFor(condition: Condition, holds: boolean): readonly Scenario[] {
  if ("not" in condition) return scenariosFor(condition.not, !holds)
  const [all, any] = ["all" in condition && condition.all, "any" in condition && condition.any]
  if (all || any) {
    const parts = (all || any || []).map((part) => scenariosFor(part, holds))
    const isConjunction = holds === Boolean(all)
    return isConjunction ? parts.reduce(combine, unconditional) : limit(parts.flat())
  }
  if (!("question" in condition) && !("fact" in condition)) return unconditional
  const subject = "question" in condition ? condition.question : condition.fact
  return [[{ subject, comparison: condition, holds }]]
}

/** Every scenario of one list joined with every scenario of the other. */
function combine(left: readonly Scenario[], right: readonly Scenario[]): readonly Scenario[] {
  return limit(left.flatMap((scenario) => right.map((other) => [...scenario, ...other])))
}

function limit(scenarios: readonly Scenario[]): readonly Scenario[] {
  return scenarios.length > max_scenarios ? unconditional : scenarios
}

/**
 * Adds what the scenario depends on: a client can only answer a visible question, and only list an asset under a
 * visible category.
 */
function withPrerequisites(
  scenario: Scenario,
  { scenariosOf, questions, categoriesBySection }: Context,
): readonly Scenario[] {
  const needed = new Set(scenario.filter(needsAnswer).map(({ subject }) => subject))
  let scenarios: readonly Scenario[] = [scenario]
  for (const id of needed) {
    const question = questions.get(id)
    if (!question) continue
    const prerequisites = scenariosOf.get(id) ?? unconditional
    scenarios = combine(
      scenarios,
      question.each_client ? prerequisites : withoutClientAnswers(prerequisites, questions),
    )
  }
  for (const { subject, comparison } of scenario.filter(needsAnswer)) {
    if (!isAssetFact(subject)) continue
    const sections = [...categoriesBySection].filter(
      ([id, categories]) =>
        scenariosOf.has(id) && categoriesFor(subject, comparison.includes, categories).length > 0,
    )
    const prerequisites = sections.flatMap(([id]) => scenariosOf.get(id) ?? unconditional)
    scenarios = combine(scenarios, withoutClientAnswers(limit(prerequisites), questions))
  }
  return scenarios
}

interface Context {
  scenariosOf: ReadonlyMap<string, readonly Scenario[]>
  questions: ReadonlyMap<string, Question>
  categoriesBySection: ReadonlyMap<string, readonly Category[]>
}

function needsAnswer({ comparison, holds }: Requirement): boolean {
  return comparison.is_answered === undefined ? holds : comparison.is_answered === holds
}

/**
 * A part asked once is shown if any client's answer requires it, so requirements on that client do not bind the other.
 */
function withoutClientAnswers(
  scenarios: readonly Scenario[],
  questions: ReadonlyMap<string, Question>,
): readonly Scenario[] {
  return scenarios.map((scenario) => scenario.filter(({ subject }) => !questions.get(subject)?.each_client))
}

function isFeasible(
  scenario: Scenario,
  questions: ReadonlyMap<string, Question>,
  facts: Facts | undefined,
): boolean {
  return [...new Set(scenario.map(({ subject }) => subject))].every((subject) => {
    const requirements = scenario.filter((requirement) => requirement.subject === subject)
    const mentioned = requirements.flatMap(({ comparison }) =>
      comparisonNames.flatMap((name) => comparison[name] ?? []),
    )
    const possible = valuesGivenFacts(subject, facts) ?? valuesOf(subject, questions.get(subject), mentioned)
    return possible.some((value) =>
      requirements.every(
        ({ comparison, holds }) =>
          comparisonHolds({ ...comparison }, value, questions.get(subject)?.type) === holds,
      ),
    )
  })
}

/** The values a fact can have for a client with these facts; undefined if they do not restrict it. */
function valuesGivenFacts(subject: string, facts: Facts | undefined): (Comparable | null)[] | undefined {
  const fact = factNames.find((name) => name === subject)
  if (!facts || !fact) return undefined
  if (fact === "has_joint_assets") return facts.has_partner ? undefined : [false, null]
  return isAssetFact(fact) ? undefined : [facts[fact]]
}
