import { computedValue, type Formula } from "./computed.ts"
import { compareDecimals } from "./decimals.ts"

/**
 * Conditions decide which parts of a questionnaire show. They are data, and evaluating them is total: whatever
 * they hold, the answer is yes or no, the same on the server and in the browser. This file runs in both.
 */

/** As stored: text, option, e-mail, phone, contact id, `YYYY-MM-DD`, exact decimal; yes or no; many options. */
export type AnswerValue = string | boolean | readonly string[]

/** Answers by `answerKey`; null, absent and empty all mean "not answered". */
export type Answers = Readonly<Record<string, AnswerValue | null | undefined>>

export const factNames = [
  "marital_status",
  "number_of_children",
  "has_minor_children",
  "client_type",
  "has_partner",
] as const
export type FactName = (typeof factNames)[number]

/** What is known of the matter itself. `clients` are the contact ids that questions of each client are asked of. */
export interface Facts {
  client_type: "self" | "representative"
  marital_status: string
  number_of_children: number
  /** By the birth dates of those listed, on the day the matter was opened; null while they do not tell. */
  has_minor_children: boolean | null
  has_partner: boolean
  clients: readonly string[]
  /** The day up to which years are counted: the one on which the matter was opened. */
  open_date?: string
}

export interface Comparison {
  is?: string | number | boolean
  is_not?: string | number | boolean
  includes?: string
  is_answered?: boolean
  greater_than?: string | number
  less_than?: string | number
}
export const comparisonNames = [
  "is",
  "is_not",
  "includes",
  "is_answered",
  "greater_than",
  "less_than",
] as const

export type Reference = { question: string } | { fact: FactName }
export type Leaf = Reference & Comparison
export type Condition = { all: Condition[] } | { any: Condition[] } | { not: Condition } | Leaf

export type Comparable = AnswerValue | number

interface ConditionalQuestion {
  id: string
  each_client: boolean
  condition?: Condition
  formula?: Formula
}

/** The parts of a definition that conditions need; a whole definition is one too. */
export interface Conditional {
  sections: readonly {
    id: string
    condition?: Condition
    questions?: readonly ConditionalQuestion[]
    requests?: readonly { id: string; condition?: Condition }[]
    roles?: readonly { id: string }[]
    categories?: readonly { id: string }[]
  }[]
}

/** The key of an answer: the question, and whom it is about when it is asked of each client. */
export function answerKey(questionId: string, about: string | null | undefined): string {
  return about ? `${questionId}:${about}` : questionId
}

/**
 * Everything that shows: ids of sections, roles, asset categories, document requests and questions, and the
 * `answerKey` of every question asked of a client. Being active is another matter. The answer to a hidden
 * question counts as not given, and a reference forward is a reference to nothing.
 */
export function visibleParts(definition: Conditional, answers: Answers, facts: Facts): ReadonlySet<string> {
  const visible = new Set<string>()
  const met = new Map<string, ConditionalQuestion>()
  const everybody = facts.clients.length > 0 ? facts.clients : [""]

  const valueFor = (about: string) => (reference: Reference) => {
    if ("fact" in reference) return factValue(facts, reference.fact)
    const question = met.get(reference.question)
    if (question === undefined) return undefined
    const key = answerKey(reference.question, question.each_client ? about || "nobody" : null)
    if (!visible.has(key)) return null
    if (question.formula) return computeFrom(question.formula, met, visible, answers, facts)
    return Object.hasOwn(answers, key) ? (answers[key] ?? null) : null
  }
  const holdsFor = (about: string, condition: Condition | undefined) =>
    condition === undefined || conditionHolds(condition, valueFor(about))
  // What is asked once, yet depends on each client's answer, shows when it holds for at least one of them.
  const holds = (condition: Condition | undefined) => everybody.some((about) => holdsFor(about, condition))

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
    if (!shown) continue
    for (const request of section.requests ?? []) if (holds(request.condition)) visible.add(request.id)
    for (const part of section.roles ?? section.categories ?? []) visible.add(part.id)
  }
  return visible
}

/** Of what shows, the values that are worked out from other answers, by question. */
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
      .map((key) => (visible.has(key) && Object.hasOwn(answers, key) ? answers[key] : null))
  return computedValue(formula, valuesOf, facts.open_date)
}

/** Whether `condition` holds. `lookUp` gives the value it refers to: null when not answered, undefined when unknown. */
export function conditionHolds(
  condition: Condition,
  lookUp: (reference: Reference) => Comparable | null | undefined,
): boolean {
  return holdsAt(condition, lookUp, 0)
}

export const deepest = 10

function holdsAt(condition: unknown, lookUp: (reference: Reference) => unknown, depth: number): boolean {
  if (typeof condition !== "object" || condition === null || depth > deepest) return false
  const parts = condition as Record<string, unknown>
  if ("all" in parts) return isList(parts.all) && parts.all.every((part) => holdsAt(part, lookUp, depth + 1))
  if ("any" in parts) return isList(parts.any) && parts.any.some((part) => holdsAt(part, lookUp, depth + 1))
  if ("not" in parts) return depth < deepest && isGroup(parts.not) && !holdsAt(parts.not, lookUp, depth + 1)
  const value = lookUp(parts as Reference)
  return value !== undefined && comparisonHolds(parts, value)
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isGroup(value: unknown): boolean {
  return typeof value === "object" && value !== null
}

function factValue(facts: Facts, name: unknown): Comparable | null | undefined {
  const known = factNames.find((fact) => fact === name)
  return known && facts[known]
}

/** Whether a value meets every comparison named; an unanswered one meets only `is_answered: false`. */
export function comparisonHolds(comparison: Record<string, unknown>, value: unknown): boolean {
  const named = comparisonNames.filter((name) => comparison[name] !== undefined)
  if (named.length === 0) return false
  const answered = isAnswered(value)
  return named.every((name) => {
    const wanted = comparison[name]
    if (name === "is_answered") return wanted === answered
    if (!answered) return false
    if (name === "is") return isSame(value, wanted)
    if (name === "is_not") return isScalar(wanted) && !isSame(value, wanted)
    if (name === "includes") return Array.isArray(value) && value.includes(wanted)
    const order = orderOf(value, wanted)
    return order !== undefined && (name === "greater_than" ? order > 0 : order < 0)
  })
}

export function isAnswered(value: unknown): boolean {
  return (
    value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0)
  )
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
}

/** Same option, same yes or no, or the same number however it is written. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return isScalar(a)
  if (!isScalar(a) || !isScalar(b) || typeof a === "boolean" || typeof b === "boolean") return false
  return compareDecimals(String(a), String(b)) === 0
}

const isoDate = /^\d{4}-\d\d-\d\d$/

function orderOf(a: unknown, b: unknown): number | undefined {
  if (!isScalar(a) || !isScalar(b)) return undefined
  const [left, right] = [String(a), String(b)]
  if (isoDate.test(left) && isoDate.test(right)) return left < right ? -1 : left > right ? 1 : 0
  return compareDecimals(left, right)
}
