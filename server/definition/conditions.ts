import { type AssetsOfCategory, assetFactNames } from "./asset-facts.ts"
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
  ...assetFactNames,
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
  /** What is listed, by category, whatever shows. */
  assets: readonly AssetsOfCategory[]
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

/** The key of an answer: the question, and whom it is about when it is asked of each client. */
export function answerKey(questionId: string, about: string | null | undefined): string {
  return about ? `${questionId}:${about}` : questionId
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
