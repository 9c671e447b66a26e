import type { Question } from "../definition.ts"
import { generalCategories } from "../general-categories.ts"
import { comparedAs } from "../kinds.ts"
import { maritalStatuses } from "../people/marital-status.ts"
import { isDecimal } from "../values/decimals.ts"
import { type Compared, type Comparison, comparisonNames, type FactName } from "./conditions.ts"

/** The comparisons that suit an answer or fact, and the values to compare with: a fixed list, or a predicate. */
export interface ComparisonRules {
  names: readonly (keyof Comparison)[]
  fits: readonly unknown[] | ((value: unknown) => boolean)
}

type Rules = readonly [ComparisonRules["names"], ComparisonRules["fits"]]

const same = ["is", "is_not"] as const
const ordered = [...same, "greater_than", "less_than"] as const

export const rulesOfFact: Record<FactName, ComparisonRules> = {
  marital_status: { names: [...same, "is_answered"], fits: maritalStatuses },
  number_of_children: { names: ordered, fits: (value) => /^\d+$/.test(String(value)) },
  has_minor_children: { names: [...same, "is_answered"], fits: [true, false] },
  client_type: { names: same, fits: ["self", "representative"] },
  has_partner: { names: same, fits: [true, false] },
  assets: { names: ["includes", "is_answered"], fits: generalCategories.map(({ id }) => id) },
  has_joint_assets: { names: [...same, "is_answered"], fits: [true, false] },
  has_minor_beneficiaries: { names: [...same, "is_answered"], fits: [true, false] },
}

export function rulesOfQuestion({ type, options = [] }: Pick<Question, "type" | "options">): ComparisonRules {
  const values = options.map(({ value }) => value)
  const isDecimalLike = (value: unknown) => typeof value !== "boolean" && isDecimal(String(value))
  const numeric: Rules = [ordered, isDecimalLike]
  const rules: Record<Compared, Rules> = {
    nothing: [[], []],
    presence: [[], []],
    yes_no: [same, [true, false]],
    option: [same, values],
    options: [["includes"], values],
    ...{ number: numeric, money: numeric, percentage: numeric },
    date: [ordered, (value) => /^\d{4}-\d\d-\d\d$/.test(String(value))],
    text: [same, (value) => typeof value === "string" && value !== ""],
  }
  const as = comparedAs(type)
  const [names, fits] = rules[as]
  return { names: as === "nothing" ? [] : [...names, "is_answered"], fits }
}

export interface Mismatch {
  code: "comparison_unfit" | "value_unknown"
  name: keyof Comparison
  value: unknown
}

/** The comparisons that break the rules; empty when all are fine. */
export function findMismatches(comparison: Comparison, { names, fits }: ComparisonRules): Mismatch[] {
  return comparisonNames.flatMap((name): Mismatch[] => {
    const value = comparison[name]
    if (value === undefined) return []
    if (!names.includes(name)) return [{ code: "comparison_unfit", name, value }]
    const fitting = name === "is_answered" ? [true, false] : fits
    const isFit = typeof fitting === "function" ? fitting(value) : fitting.includes(value)
    return isFit ? [] : [{ code: "value_unknown", name, value }]
  })
}
