import { parseRow } from "../rows.ts"
import { addDecimals, isDecimal } from "../values/decimals.ts"

/** Values computed from other answers. Clients see them but cannot edit them; conditions can compare them. */

export const formulaKinds = ["sum", "count", "years_since"] as const

export interface Formula {
  kind: (typeof formulaKinds)[number]
  /** Earlier questions; for a table, also the column to add up. */
  of: { question: string; column?: string }[]
  /** Whether the result is shown as an amount of money. */
  money?: boolean
}

type Value = string | boolean | readonly string[] | null | undefined

/**
 * The result as an exact decimal; null while no input is answered. `valuesOf` returns all answers to a question (one
 * per client if each answers separately). `years_since` counts up to the day `until`.
 */
export function computedValue(
  formula: Formula,
  valuesOf: (question: string) => readonly Value[],
  until: string | undefined,
): string | null {
  const given = formula.of.flatMap(({ question, column }) =>
    valuesOf(question)
      .filter((value) => value !== null && value !== undefined && value !== "")
      .map((value) => ({ value: value as NonNullable<Value>, column })),
  )
  if (given.length === 0) return null
  switch (formula.kind) {
    case "sum":
      return given.flatMap(({ value, column }) => decimalsIn(value, column)).reduce(addDecimals, "0")
    case "count":
      return String(given.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0))
    case "years_since":
      return until === undefined
        ? null
        : yearsSince(given.map(({ value }) => String(value)).toSorted()[0], until)
    default:
      return formula.kind satisfies never
  }
}

function decimalsIn(value: NonNullable<Value>, column: string | undefined): string[] {
  const all = typeof value === "object" ? value.map((row) => parseRow(row)?.[column ?? ""]) : [value]
  return all.filter((each): each is string => typeof each === "string" && isDecimal(each))
}

/** Full years elapsed; 0 if `from` is after `until`, and null if a year or month alone leaves it open. */
function yearsSince(from = "", until: string): string | null {
  const latest = yearsBetween(from + "-01-01".slice(from.length - 4), until)
  return latest === yearsBetween(from + "-12-31".slice(from.length - 4), until) ? latest : null
}

function yearsBetween(from: string, until: string): string {
  const years = Number(until.slice(0, 4)) - Number(from.slice(0, 4))
  return String(Math.max(0, until.slice(5) < from.slice(5) ? years - 1 : years))
}
