import { comparedAs, type QuestionType } from "../kinds.ts"
import { ownValue } from "../own-value.ts"
import { assetFact, type ConditionalCategory, isAssetFact } from "./asset-facts.ts"
import { computedValue, type Formula } from "./computed.ts"
import {
  type Answers,
  answerKey,
  type Comparable,
  type Condition,
  conditionHolds,
  type Facts,
  factNames,
  type Reference,
} from "./conditions.ts"

/**
 * Which parts of a questionnaire are visible, and the values computed from them.
 */

interface ConditionalQuestion {
  id: string
  each_client: boolean
  type?: QuestionType
  condition?: Condition
  formula?: Formula
  options?: readonly { value: string; exclusive?: boolean }[]
}

/** The subset of a definition that evaluating conditions needs; a `Definition` qualifies. */
export interface Conditional {
  sections: readonly {
    id: string
    condition?: Condition
    questions?: readonly ConditionalQuestion[]
    requests?: readonly { id: string; condition?: Condition }[]
    roles?: readonly { id: string }[]
    categories?: readonly ConditionalCategory[]
  }[]
}

/**
 * Ids of all visible sections, roles, asset categories, document requests and questions, plus the `answerKey` of each
 * visible per-client question. Does not look at `active`. A hidden question counts as unanswered, assets in a hidden
 * section count as not listed, and a reference to a later part never resolves.
 */
export function visibleParts(definition: Conditional, answers: Answers, facts: Facts): ReadonlySet<string> {
  const visible = new Set<string>()
  const met = new Map<string, ConditionalQuestion>()
  const categories: ConditionalCategory[] = []
  const clients = facts.clients.length > 0 ? facts.clients : [""]

  const valueFor = (about: string) => (reference: Reference) => {
    if ("fact" in reference) return factValue(facts, reference.fact, categories, visible)
    const question = met.get(reference.question)
    if (question === undefined) return undefined
    const key = answerKey(reference.question, question.each_client ? about || "no_client" : null)
    if (!visible.has(key)) return null
    if (question.formula) return computeFrom(question.formula, met, visible, answers, facts)
    return ownValue(answers, key) ?? null
  }
  const comparedIn = (id: string) => {
    const type = met.get(id)?.type
    return type && comparedAs(type)
  }
  const holdsFor = (about: string, condition: Condition | undefined) =>
    condition === undefined || conditionHolds(condition, valueFor(about), comparedIn)
  // A part asked once can depend on a per-client answer: it is shown if the condition holds for at least one client.
  const holds = (condition: Condition | undefined) => clients.some((about) => holdsFor(about, condition))

  for (const section of definition.sections) {
    const shown = holds(section.condition)
    if (shown) visible.add(section.id)
    for (const question of section.questions ?? []) {
      if (shown && !question.each_client && holds(question.condition)) visible.add(question.id)
      if (shown && question.each_client) {
        for (const about of facts.clients) {
          if (holdsFor(about, question.condition)) visible.add(question.id).add(answerKey(question.id, about))
        }
      }
      met.set(question.id, question)
    }
    categories.push(...(section.categories ?? []))
    if (!shown) continue
    for (const request of section.requests ?? []) if (holds(request.condition)) visible.add(request.id)
    for (const part of section.roles ?? section.categories ?? []) visible.add(part.id)
  }
  return visible
}

/** Values of the visible computed questions, by question id. */
export function computeAnswers(
  definition: Conditional,
  answers: Answers,
  facts: Facts,
  visible: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const questions = definition.sections.flatMap((section) => section.questions ?? [])
  const known = new Map(questions.map((question) => [question.id, question]))
  return Object.fromEntries(
    questions.flatMap(({ id, formula }) => {
      const value = formula && visible.has(id) ? computeFrom(formula, known, visible, answers, facts) : null
      return value === null ? [] : [[id, value] as const]
    }),
  )
}

function computeFrom(
  formula: Formula,
  questions: ReadonlyMap<string, ConditionalQuestion>,
  visible: ReadonlySet<string>,
  answers: Answers,
  facts: Facts,
): string | null {
  const valuesOf = (id: string) =>
    (questions.get(id)?.each_client ? facts.clients : [null])
      .map((about) => answerKey(id, about))
      .map((key) => (visible.has(key) ? withoutNone(ownValue(answers, key), questions.get(id)) : null))
  return computedValue(formula, valuesOf, facts.open_date)
}

/** Without choices that cannot be chosen together with others: "None of these" is none. */
function withoutNone<Value>(value: Value, { options = [] }: Pick<ConditionalQuestion, "options"> = {}) {
  const isOne = (choice: string) => !options.some(({ value, exclusive }) => exclusive && value === choice)
  return Array.isArray(value) ? value.filter(isOne) : value
}

/**
 * The value of a fact; undefined if unknown. `categories` are those before the condition; without any, asset facts are
 * unknown.
 */
export function factValue(
  facts: Facts,
  name: unknown,
  categories: readonly ConditionalCategory[],
  visible: ReadonlySet<string>,
): Comparable | null | undefined {
  const known = factNames.find((fact) => fact === name)
  if (!known || !isAssetFact(known)) return known && facts[known]
  const shown = categories.filter(({ id }) => visible.has(id))
  return categories.length === 0 ? undefined : assetFact(known, facts.assets, shown)
}
