import type { Question } from "../definition.ts"
import { generalCategories } from "../general-categories.ts"
import { maritalStatuses } from "../people/marital-status.ts"
import { isDecimal } from "../values/decimals.ts"
import { type Comparison, comparisonNames, type FactName } from "./conditions.ts"

/** The comparisons that suit an answer or fact, and the values to compare with: a fixed list, or a predicate. */
export interface ComparisonRules {
  names: readonly (keyof Comparison)[]
  fits: readonly unknown[] | ((value: unknown) => boolean)
}

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

export function rulesOfQuestion(question: Question): ComparisonRules {
  const options = (question.options ?? []).map((option) => option.value)
  switch (question.type) {
    case "notice":
      return { names: [], fits: [] }
    case "contact":
    case "address":
    case "table":
    case "file":
    case "ssn":
    case "ein":
      return { names: ["is_answered"], fits: [] }
    case "yes_no":
      return { names: [...same, "is_answered"], fits: [true, false] }
    case "one_of":
      return { names: [...same, "is_answered"], fits: options }
    case "many_of":
      return { names: ["includes", "is_answered"], fits: options }
    case "number":
    case "money":
    case "percentage":
    case "computed":
      return {
        names: [...ordered, "is_answered"],
        fits: (value) => typeof value !== "boolean" && isDecimal(String(value)),
      }
    case "date":
      return { names: [...ordered, "is_answered"], fits: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)) }
    default:
      return { names: [...same, "is_answered"], fits: (value) => typeof value === "string" && value !== "" }
  }
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
