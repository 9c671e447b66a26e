import {
  type ComparisonRules,
  rulesOfFact,
  rulesOfQuestion,
} from "../../../../../definition/conditions/comparison-rules.ts"
import {
  type Condition,
  comparisonNames,
  type FactName,
  factNames,
} from "../../../../../definition/conditions/conditions.ts"
import { generalCategories } from "../../../../../definition/general-categories.ts"
import { isNumeric } from "../../../../../definition/kinds.ts"
import { maritalStatuses, maritalWords } from "../../../../../definition/people/marital-status.ts"
import { textIn } from "../../../../../definition/text.ts"
import { parseMoney, parseNumber, typedNumber } from "../../../../../definition/values/amounts.ts"
import { typedIsoDate } from "../../../../../definition/values/iso-date.ts"
import type { Answerable } from "../../../../../definition/values/values.ts"
import { fieldValue, type ParsedField } from "../../../../../web/console/forms/field.ts"
import type { PartsBefore } from "../../../editing/parts-before.ts"

/** A condition as the form edits it: groups of rows, of which all or any must hold. */
export interface ConditionGroups {
  mode: "all" | "any"
  groups: ConditionGroup[]
}
export interface ConditionGroup {
  mode: (typeof groupModes)[number]
  rows: ConditionRow[]
}
export interface ConditionRow {
  subject: string
  comparison: string
  value: string
}
export const groupModes = ["all", "any", "none"] as const
/** The limits of the form. */
export const maxGroups = 5
export const maxRows = 12

export const factLabels: Record<FactName, string> = {
  marital_status: "Marital status",
  number_of_children: "Number of children",
  has_minor_children: "A child is under 18 (by birth date)",
  client_type: "Who fills this in",
  has_partner: "A partner takes part",
  assets: "Assets and debts listed",
  has_joint_assets: "The clients own something together",
  has_minor_beneficiaries: "A beneficiary of an asset is under 18 (by birth date)",
}

const comparisonLabels = {
  is: "is",
  is_not: "has an answer other than",
  includes: "includes",
  greater_than: "is more than",
  less_than: "is less than",
  answered: "is answered",
  unanswered: "is not answered",
}
export type ComparisonLabel = keyof typeof comparisonLabels
const dateLabels: Partial<Record<ComparisonLabel, string>> = {
  greater_than: "is after",
  less_than: "is before",
}

/** Converts a condition to groups of rows; undefined if it is too complex for them. */
export function groupsOf(condition: Condition | undefined, before: PartsBefore): ConditionGroups | undefined {
  if (condition === undefined) return { mode: "all", groups: [] }
  const single = groupOf(condition, before)
  if (single) return single.rows.length > maxRows ? undefined : { mode: "all", groups: [single] }
  const mode = "all" in condition ? "all" : "any" in condition ? "any" : undefined
  const parts = mode && (condition as Record<string, unknown>)[mode]
  if (!mode || !Array.isArray(parts)) return undefined
  const groups: ConditionGroup[] = []
  for (const part of parts as Condition[]) {
    const group = groupOf(part, before)
    if (!group) return undefined
    // Single conditions between groups are collected into one group with the mode of the top level.
    const isAlone = "fact" in part || "question" in part
    const alone = isAlone && groups.find((each) => each.mode === mode)
    if (alone) alone.rows.push(...group.rows)
    else groups.push(isAlone ? { ...group, mode } : group)
  }
  const fits = groups.length <= maxGroups && groups.every(({ rows }) => rows.length <= maxRows)
  return fits ? { mode, groups } : undefined
}

/** Converts a condition to one group; undefined if it is too complex. */
function groupOf(part: Condition, before: PartsBefore): ConditionGroup | undefined {
  if (typeof part !== "object" || part === null) return undefined
  if ("not" in part) {
    const inner = groupOf(part.not, before)
    const isSimple = inner && (inner.mode === "any" || inner.rows.length === 1) && inner.mode !== "none"
    return isSimple ? { mode: "none", rows: inner.rows } : undefined
  }
  const [mode, leaves] =
    "all" in part
      ? (["all", part.all] as const)
      : "any" in part
        ? (["any", part.any] as const)
        : (["all", [part]] as const)
  if (!Array.isArray(leaves) || leaves.length === 0) return undefined
  const rows = leaves.map((leaf) => rowOf(leaf, before))
  return rows.every((row) => row !== undefined) ? { mode, rows } : undefined
}

function rowOf(part: Condition, before: PartsBefore): ConditionRow | undefined {
  if (typeof part !== "object" || part === null || !("question" in part || "fact" in part)) return undefined
  const named = comparisonNames.filter((name) => part[name] !== undefined)
  const name = named[0]
  if (!name || named.length > 1) return undefined
  const subject = "question" in part ? part.question : part.fact
  if (name === "is_answered")
    return { subject, comparison: part.is_answered ? "answered" : "unanswered", value: "" }
  const value = String(part[name])
  const isPicked = optionsFor(subject, before, value).some(([each]) => String(each) === value)
  const type = before.questions.find(({ id }) => id === subject)?.type
  const typed = isNumeric(type) ? typedNumber(value) : typedIsoDate(value)
  return { subject, comparison: name, value: isPicked ? value : typed }
}

/** What can be compared with, and its words; empty where anything of the right kind can. `chosen` stays among them. */
export function optionsFor(
  subject: string,
  before: PartsBefore,
  chosen: string,
): (readonly [unknown, string])[] {
  const yesNo = [[true, "Yes"] as const, [false, "No"] as const]
  const isFact = factNames.some((name) => name === subject)
  if (subject === "assets") return generalCategoriesIn(before, chosen)
  if (subject === "client_type")
    return [
      ["self", "The client"],
      ["representative", "A representative"],
    ]
  if (subject === "marital_status") return maritalStatuses.map((status) => [status, maritalWords.en[status]])
  if (isFact && subject !== "number_of_children") return yesNo
  const question = before.questions.find(({ id }) => id === subject)
  if (question?.type === "yes_no") return yesNo
  const choices = (question?.options ?? []).map(({ value, label }) => [value, textIn(label, "en")] as const)
  // A removed option stays selected until the author chooses another.
  const isGone = chosen !== "" && choices.length > 0 && choices.every(([value]) => value !== chosen)
  return isGone ? [...choices, [chosen, `${chosen} (removed)`]] : choices
}

/** The general categories that earlier categories ask about. */
function generalCategoriesIn({ categories }: PartsBefore, chosen: string): (readonly [string, string])[] {
  return generalCategories
    .filter(({ id }) => id === chosen || categories.some((each) => each.general_category === id))
    .map(({ id, label }) => [id, label])
}

export function rulesFor(subject: string, before: PartsBefore): ComparisonRules | undefined {
  const question = before.questions.find(({ id }) => id === subject)
  const fact = factNames.find((name) => name === subject)
  return question ? rulesOfQuestion(question) : fact && rulesOfFact[fact]
}

/** The comparisons that the form offers for a subject, with labels that suit its type. */
export function comparisonsFor(
  subject: string,
  before: PartsBefore,
): { value: ComparisonLabel; label: string }[] {
  const isDate = before.questions.find(({ id }) => id === subject)?.type === "date"
  const names = rulesFor(subject, before)?.names ?? []
  return names
    .flatMap((name): ComparisonLabel[] => (name === "is_answered" ? ["answered", "unanswered"] : [name]))
    .map((value) => ({ value, label: (isDate && dateLabels[value]) || comparisonLabels[value] }))
}

/** The number that an author typed for a question of this type, read as its answers are; undefined if blank. */
export function parseDecimal(
  typed: string,
  type: Answerable["type"] | undefined,
  label: string,
): ParsedField<string | undefined> {
  const parsed = type === "money" ? parseMoney(typed) : parseNumber(typed.replace(/^\s*\$|%\s*$/, ""))
  const field = fieldValue(parsed, { label }, undefined)
  return "value" in field ? { value: field.value?.replace(/\.00$/, "") } : field
}
