import { compareDecimals } from "../values/decimals.ts"
import { foldAnswer } from "../values/folded-text.ts"
import { type AssetsOfCategory, assetFactNames } from "./asset-facts.ts"

/**
 * Conditions decide which parts of a questionnaire are shown. They are data, and evaluation is total: any input yields
 * true or false and never throws. This file runs on the server and in the browser, with the same result.
 */

/**
 * As stored. A string is text, an option, an email, a phone number, a contact id, `YYYY-MM-DD`, or an exact decimal.
 */
export type AnswerValue = string | boolean | readonly string[]

/** Answers by `answerKey`; null, absent and empty all mean "not answered". */
export type Answers = Readonly<Record<string, AnswerValue | null | undefined>>

/** How conditions compare the answers of a kind. */
export type Compared =
  | "nothing"
  | "presence"
  | "yes_no"
  | "option"
  | "options"
  | "number"
  | "money"
  | "percentage"
  | "date"
  | "text"

export const isNumber = (as: Compared | undefined): boolean =>
  as === "number" || as === "money" || as === "percentage"

export const factNames = [
  "marital_status",
  "number_of_children",
  "has_minor_children",
  "client_type",
  "has_partner",
  ...assetFactNames,
] as const
export type FactName = (typeof factNames)[number]

/** Facts about the matter, as opposed to answers. */
export interface Facts {
  client_type: "self" | "representative"
  marital_status: string
  number_of_children: number
  /** Computed from birth dates as of the day the matter was opened; null if they are not enough to decide. */
  has_minor_children: boolean | null
  has_partner: boolean
  /** All listed assets by category, including those in hidden categories. */
  assets: readonly AssetsOfCategory[]
  /** Contact ids; each of them answers the questions marked `each_client`. */
  clients: readonly string[]
  /** `years_since` counts up to this day, on which the matter was opened. */
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

/** The key of an answer: the question id, plus the client's contact id if each client answers separately. */
export function answerKey(questionId: string, about: string | null | undefined): string {
  return about ? `${questionId}:${about}` : questionId
}

/**
 * Whether `condition` holds. `lookUp` returns the referenced value: null if unanswered, undefined if unknown;
 * `comparedAs` says how a question's answers are compared.
 */
export function conditionHolds(
  condition: Condition,
  lookUp: (reference: Reference) => Comparable | null | undefined,
  comparedAs: (question: string) => Compared | undefined = () => undefined,
): boolean {
  return holdsAt(condition, (parts) => leafHolds(parts, lookUp, comparedAs), 0)
}

/** The comparisons of a condition, down to the depth that counts; none of a malformed part. */
export function leavesOf(condition: unknown, depth = 0): Leaf[] {
  if (typeof condition !== "object" || condition === null || depth > max_condition_depth) return []
  const parts = condition as Record<string, unknown>
  const group = parts.all ?? parts.any
  if ("all" in parts || "any" in parts)
    return Array.isArray(group) ? group.flatMap((part) => leavesOf(part, depth + 1)) : []
  return "not" in parts ? leavesOf(parts.not, depth + 1) : [parts as unknown as Leaf]
}

function leafHolds(
  parts: Record<string, unknown>,
  lookUp: (reference: Reference) => unknown,
  comparedAs: (question: string) => Compared | undefined,
): boolean {
  const value = lookUp(parts as Reference)
  const as = typeof parts.question === "string" ? comparedAs(parts.question) : undefined
  return value !== undefined && comparisonHolds(parts, value, as)
}

/** Conditions nested deeper than this never hold, which also bounds the recursion. */
export const max_condition_depth = 10

function holdsAt(
  condition: unknown,
  leaf: (parts: Record<string, unknown>) => boolean,
  depth: number,
): boolean {
  if (typeof condition !== "object" || condition === null || depth > max_condition_depth) return false
  const parts = condition as Record<string, unknown>
  const holds = (part: unknown) => holdsAt(part, leaf, depth + 1)
  if ("all" in parts) return Array.isArray(parts.all) && parts.all.every(holds)
  if ("any" in parts) return Array.isArray(parts.any) && parts.any.some(holds)
  if ("not" in parts) {
    // Malformed or too deep: it does not hold, and neither does its negation.
    if (typeof parts.not !== "object" || parts.not === null || depth >= max_condition_depth) return false
    return !holds(parts.not)
  }
  return leaf(parts)
}

/** Whether the value satisfies every comparison present; an unanswered value satisfies only `is_answered: false`. */
export function comparisonHolds(
  comparison: Record<string, unknown>,
  value: unknown,
  as: Compared | undefined,
): boolean {
  const named = comparisonNames.filter((name) => comparison[name] !== undefined)
  if (named.length === 0) return false
  const answered = isAnswered(value)
  return named.every((name) => {
    const wanted = comparison[name]
    if (name === "is_answered") return wanted === answered
    if (!answered) return false
    if (name === "is") return isSame(value, wanted, as)
    if (name === "is_not") return isScalar(wanted) && !isSame(value, wanted, as)
    if (name === "includes") return Array.isArray(value) && value.includes(wanted)
    const order = orderOf(value, wanted, as)
    if (name === "greater_than") return order !== undefined && order > 0
    if (name === "less_than") return order !== undefined && order < 0
    return name satisfies never
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

/**
 * Whether two scalars are equal. Numbers are equal however they are written (`5`, `"5.00"`), and text if people would
 * call it the same; in text, `007` is not `7`.
 */
function isSame(a: unknown, b: unknown, as: Compared | undefined): boolean {
  if (a === b) return isScalar(a)
  if (!isScalar(a) || !isScalar(b) || typeof a === "boolean" || typeof b === "boolean") return false
  if (as === "text") return foldAnswer(String(a)) === foldAnswer(String(b))
  const areNumbers = isNumber(as) || typeof a === "number" || typeof b === "number"
  return areNumbers && compareDecimals(String(a), String(b)) === 0
}

const isoDate = /^\d{4}-\d\d-\d\d$/
const partialDate = /^\d{4}(-\d\d){0,2}$/

/** A year or a month is before or after a date only if all of its days are. */
function orderOfDates(a: string, b: string): number | undefined {
  const length = Math.min(a.length, b.length)
  const [left, right] = [a.slice(0, length), b.slice(0, length)]
  return left < right ? -1 : left > right ? 1 : a.length === b.length ? 0 : undefined
}

function orderOf(a: unknown, b: unknown, as: Compared | undefined): number | undefined {
  if (!isScalar(a) || !isScalar(b)) return undefined
  const [left, right] = [String(a), String(b)]
  const areDates = [left, right].every((each) => (as === "date" ? partialDate : isoDate).test(each))
  if (areDates) return orderOfDates(left, right)
  if (as === "date") return undefined
  return compareDecimals(left, right)
}
