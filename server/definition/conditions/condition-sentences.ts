import type { Definition, Question } from "../definition.ts"
import { findGeneralCategory } from "../general-categories.ts"
import { isNumeric } from "../kinds.ts"
import { ownValue } from "../own-value.ts"
import { questionsOf } from "../parts.ts"
import { textIn } from "../text.ts"
import { displayNumber } from "../values/amounts.ts"
import { displayDate } from "../values/dates.ts"
import { displayValue } from "../values/values.ts"
import {
  type Comparison,
  type Condition,
  comparisonNames,
  type Leaf,
  max_condition_depth,
} from "./conditions.ts"
import { factClauses, factValueWords, factWords } from "./fact-words.ts"

/** Describes conditions in plain English, for the staff who write questionnaires. */

const say = {
  shown: (clause: string) => `Shown only if ${clause}.`,
  and: " and ",
  or: " or ",
  not: (clause: string) => `it is not true that ${clause}`,
  never: "an impossible rule is met",
  always: "no rule prevents it",
  unknown: "a question that does not exist",
  quoted: (text: string) => `“${text}”`,
  is: (subject: string, value: string) => `${subject} is ${value}`,
  is_not: (subject: string, value: string) => `${subject} has an answer other than ${value}`,
  includes: (subject: string, value: string) => `${subject} includes ${value}`,
  answered: (subject: string) => `${subject} is answered`,
  unanswered: (subject: string) => `${subject} is not answered`,
  greater_than: (subject: string, value: string) => `${subject} is more than ${value}`,
  less_than: (subject: string, value: string) => `${subject} is less than ${value}`,
  after: (subject: string, value: string) => `${subject} is after ${value}`,
  before: (subject: string, value: string) => `${subject} is before ${value}`,
}

/** One sentence that says when a part with this condition is shown. */
export function conditionSentence(condition: Condition, definition: Definition): string {
  return say.shown(clauseOf(condition, definition, 0))
}

function clauseOf(condition: Condition, definition: Definition, depth: number): string {
  if (typeof condition !== "object" || condition === null || depth > max_condition_depth) return say.never
  const inner = (part: Condition) => clauseOf(part, definition, depth + 1)
  if ("all" in condition) return joined(condition.all, say.and, say.always, say.never, inner)
  if ("any" in condition) {
    const alternatives = alternativesOf(condition.any)
    if (!alternatives) return joined(condition.any, say.or, say.never, say.never, inner)
    return leafClause(alternatives.leaf, definition, alternatives.values)
  }
  if ("not" in condition) return say.not(enclosed(condition.not, inner))
  return leafClause(condition, definition)
}

/** `values`, if given, replace the leaf's own value with several alternatives. */
function leafClause(leaf: Leaf, definition: Definition, values?: unknown[]): string {
  if ("fact" in leaf) {
    const clause = factClauseOf(leaf)
    if (!values && clause && comparisonNames.filter((name) => leaf[name] !== undefined).length === 1)
      return clause
    const subject = ownValue(factWords, textOf(leaf.fact)) ?? say.unknown
    return comparisonClause(leaf, subject, undefined, values)
  }
  const question = questionsOf(definition).find(({ id }) => id === leaf.question)
  const subject = question ? say.quoted(textIn(question.prompt, "en")) : say.unknown
  return comparisonClause(leaf, subject, question, values)
}

/** If every part compares the same subject with `is` or `includes`: the first part, and the values of all. */
function alternativesOf(parts: Condition[]): { leaf: Leaf; values: unknown[] } | undefined {
  if (!Array.isArray(parts) || parts.length < 2) return undefined
  const leaves = parts.filter(isLeaf)
  const [leaf] = leaves
  const name = (["is", "includes"] as const).find((each) => leaf?.[each] !== undefined)
  if (!leaf || !name || factClauseOf(leaf) || leaves.length < parts.length) return undefined
  if (new Set(leaves.map(subjectAndOperatorOf)).size > 1) return undefined
  return { leaf, values: leaves.map((each) => each[name]) }
}

/** The fixed wording for this comparison, if it has one. */
function factClauseOf(leaf: Leaf): string | undefined {
  if (!("fact" in leaf)) return undefined
  const known = leaf.is_answered ? "known" : "unknown"
  return factClauses[`${textOf(leaf.fact)} ${leaf.is_answered === undefined ? textOf(leaf.is) : known}`]
}

function isLeaf(part: Condition): part is Leaf {
  return typeof part === "object" && part !== null && ("fact" in part || "question" in part)
}

function subjectAndOperatorOf(leaf: Leaf): string {
  return `${Object.keys(leaf).sort()} ${textOf("fact" in leaf ? leaf.fact : leaf.question)}`
}

function joined(
  parts: Condition[],
  conjunction: string,
  empty: string,
  broken: string,
  inner: (part: Condition) => string,
): string {
  if (!Array.isArray(parts)) return broken
  if (parts.length === 1 && parts[0]) return inner(parts[0])
  return parts.length === 0 ? empty : parts.map((part) => enclosed(part, inner)).join(conjunction)
}

function enclosed(part: Condition, inner: (part: Condition) => string): string {
  const isGroup = typeof part === "object" && part !== null && ("all" in part || "any" in part)
  return isGroup ? `(${inner(part)})` : inner(part)
}

function comparisonClause(
  comparison: Comparison,
  subject: string,
  question: Question | undefined,
  values?: unknown[],
): string {
  const clauses = comparisonNames.flatMap((name) => {
    const wanted = comparison[name]
    if (wanted === undefined) return []
    const shown = (values ?? [wanted]).map((each) => valueInWords(each, question))
    const value = new Intl.ListFormat("en", { type: "disjunction" }).format(shown)
    if (name === "is_answered") return [wanted === false ? say.unanswered(subject) : say.answered(subject)]
    if (question?.type === "date" && name === "greater_than") return [say.after(subject, value)]
    if (question?.type === "date" && name === "less_than") return [say.before(subject, value)]
    return [say[name](subject, value)]
  })
  return clauses.length === 0 ? say.never : clauses.join(say.and)
}

function valueInWords(value: unknown, question: Question | undefined): string {
  const { quoted } = say
  if (typeof value === "boolean") return quoted(displayValue({ type: "yes_no" }, value, "en", {}))
  const text = textOf(value)
  if (!question) {
    const general = findGeneralCategory(text)
    if (general) return quoted(general.label)
    return ownValue(factValueWords, text) ?? displayNumber(text)
  }
  if (question.type === "date") return displayDate(text, "en")
  const shown = displayValue(question, text, "en", {})
  return isNumeric(question.type) ? shown : quoted(shown)
}

/** Never throws: an imported file may hold objects whose `toString` is not a function. */
function textOf(value: unknown): string {
  return ["object", "function", "symbol"].includes(typeof value) ? "…" : String(value)
}
