import type { Comparable } from "../../../definition/conditions/conditions.ts"
import type { Question } from "../../../definition/definition.ts"
import { comparedAs } from "../../../definition/kinds.ts"

/** A sample of values that covers every outcome of comparing with the `mentioned` ones; null means unanswered. */
export function valuesOf(question: Question, mentioned: readonly unknown[]): (Comparable | null)[] {
  const options = (question.options ?? []).map((option) => option.value)
  switch (comparedAs(question.type)) {
    case "yes_no":
      return [null, true, false]
    case "option":
      return [null, ...options]
    case "options":
      return [null, ...subsetsOf(options.filter((value) => mentioned.includes(value))), options]
    case "number":
    case "money":
    case "percentage":
      return [null, ...numbersAround([...mentioned, question.min ?? 0, question.max ?? 0], question)]
    case "date":
      return [null, ...datesAround([...mentioned, question.min, question.max])]
    default:
      return [null, "\u{10FFFD}", ...mentioned.filter((value) => typeof value === "string")]
  }
}

function subsetsOf(options: readonly string[]): string[][] {
  if (options.length > 8) return [[...options], ...options.map((option) => [option])]
  let subsets: string[][] = [[]]
  for (const option of options) subsets = subsets.concat(subsets.map((subset) => [...subset, option]))
  return subsets
}

function numbersAround(
  values: readonly unknown[],
  { min, max, whole }: Pick<Question, "min" | "max" | "whole">,
): number[] {
  const steps = whole ? [-1, 0, 1] : [-1, -0.01, 0, 0.01, 1]
  return values
    .map(Number)
    .filter(Number.isFinite)
    .flatMap((value) => steps.map((step) => Number((value + step).toFixed(6))))
    .filter((value) => value >= Number(min ?? -Infinity) && value <= Number(max ?? Infinity))
}

function datesAround(values: readonly unknown[]): string[] {
  const times = values.map((value) => Date.parse(String(value))).filter((time) => !Number.isNaN(time))
  const day_ms = 86_400_000
  return [...times, 0].flatMap((time) =>
    [time - day_ms, time, time + day_ms].map((at) => new Date(at).toISOString().slice(0, 10)),
  )
}
