import {
  type ComparisonRules,
  misfitsOf,
  rulesOfFact,
  rulesOfQuestion,
} from "../../definition/comparison-rules.ts"
import {
  type Comparison,
  type Condition,
  comparisonNames,
  factNames,
  type Leaf,
} from "../../definition/conditions.ts"
import type { Question } from "../../definition/definition.ts"
import { textOf } from "../page-request.ts"
import { comparisonLabels, optionsFor, rowsOf } from "./condition-rows.ts"
import { type FormReader, noteFault } from "./form-reader.ts"
import { isoDateOf } from "./iso-date.ts"

export const maxRows = 8

/** The condition that the rows say; undefined for none. `questions` are those it may look at. */
export function readCondition(
  reader: FormReader,
  questions: readonly Question[],
  stored: Condition | undefined,
): Condition | undefined {
  const { form } = reader
  const leaves: Leaf[] = []
  for (let row = 1; row <= maxRows; row++) {
    const subject = textOf(form, `if_${row}`)
    if (subject !== "") leaves.push(...readRow(reader, row, subject, questions))
    else if (textOf(form, `what_${row}`) !== "")
      noteFault(reader, `if_${row}`, "Choose the question of this condition, or empty its answer.")
  }
  // What rows cannot say stays until its author takes it away.
  const isOutside = rowsOf(stored, questions) === undefined
  if (isOutside && leaves.length === 0) return textOf(form, "without_condition") ? undefined : stored
  const [only] = leaves
  if (!only) return undefined
  if (leaves.length === 1) return only
  return textOf(form, "mode") === "any" ? { any: leaves } : { all: leaves }
}

function readRow(reader: FormReader, row: number, subject: string, questions: readonly Question[]): Leaf[] {
  const question = questions.find(({ id }) => id === subject)
  const fact = factNames.find((name) => name === subject)
  if (!question && !fact) {
    noteFault(reader, `if_${row}`, "Choose a question that is asked earlier.")
    return []
  }
  const reference = question ? { question: question.id } : { fact: fact ?? "has_partner" }
  const rules = question ? rulesOfQuestion(question) : rulesOfFact[fact ?? "has_partner"]
  const comparison = readComparison(reader, row, rules, optionsFor(subject, questions), question)
  return comparison ? [{ ...reference, ...comparison } as Leaf] : []
}

function readComparison(
  reader: FormReader,
  row: number,
  rules: ComparisonRules,
  options: readonly (readonly [unknown, string])[],
  question: Question | undefined,
): Comparison | undefined {
  const how = textOf(reader.form, `how_${row}`)
  const name =
    how === "answered" || how === "unanswered" ? "is_answered" : comparisonNames.find((each) => each === how)
  if (!name || !rules.names.includes(name)) {
    const fitting = Object.entries(comparisonLabels).filter(([each]) =>
      rules.names.some((rule) => rule === each || (rule === "is_answered" && each.endsWith("answered"))),
    )
    noteFault(
      reader,
      `how_${row}`,
      `Choose one that fits the answer: ${fitting.map(([, label]) => `“${label}”`).join(", ")}.`,
    )
    return undefined
  }
  if (name === "is_answered") return { is_answered: how === "answered" }
  const typed = textOf(reader.form, `what_${row}`)
  const value = comparedValue(typed, options, question)
  const comparison = { [name]: value } as Comparison
  if (value !== undefined && misfitsOf(comparison, rules).length === 0) return comparison
  noteFault(reader, `what_${row}`, wantedValue(options, question))
  return undefined
}

function comparedValue(
  typed: string,
  options: readonly (readonly [unknown, string])[],
  question: Question | undefined,
): unknown {
  const isTyped = (text: string) => text.toLowerCase() === typed.toLowerCase()
  const option = options.find(([value, label]) => isTyped(label) || isTyped(String(value)))
  if (option) return option[0]
  if (question?.type === "date") return isoDateOf(typed)
  if (question?.type === "number" || question?.type === "money") return typed.replace(/[$,\s]/g, "")
  return typed
}

function wantedValue(
  options: readonly (readonly [unknown, string])[],
  question: Question | undefined,
): string {
  if (options.length > 0) return `Enter one of: ${options.map(([, label]) => label).join(", ")}.`
  if (question?.type === "date") return "Enter a date like 12/31/2026."
  return question && question.type !== "number" && question.type !== "money"
    ? "Enter what to compare with."
    : "Enter a number."
}
