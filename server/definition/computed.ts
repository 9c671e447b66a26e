import { addDecimals, isDecimal } from "./decimals.ts"
import { rowOf } from "./rows.ts"

/** Values that are worked out from other answers: shown, compared and handed on, never asked. */

export const formulaKinds = ["sum", "count", "years_since"] as const

export interface Formula {
  kind: (typeof formulaKinds)[number]
  /** Earlier questions; of a table, the column to add up. */
  of: { question: string; column?: string }[]
  /** What is added up are amounts. */
  money?: boolean
}

type Value = string | boolean | readonly string[] | null | undefined

/**
 * The value as an exact decimal; null while there is nothing to work it out from. `valuesOf` gives the answers to a
 * question, of each client where it is asked of each; `until` is the day up to which years are counted.
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
        : yearsBetween(given.map(({ value }) => String(value)).toSorted()[0], until)
    default:
      return formula.kind satisfies never
  }
}

function decimalsIn(value: NonNullable<Value>, column: string | undefined): string[] {
  const all = typeof value === "object" ? value.map((row) => rowOf(row)?.[column ?? ""]) : [value]
  return all.filter((each): each is string => typeof each === "string" && isDecimal(each))
}

/** Whole years; none for a day that is still to come. */
function yearsBetween(from = "", until: string): string {
  const years = Number(until.slice(0, 4)) - Number(from.slice(0, 4))
  return String(Math.max(0, until.slice(5) < from.slice(5) ? years - 1 : years))
}
