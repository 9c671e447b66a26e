import { type Condition, comparisonNames, type FactName } from "../../definition/conditions.ts"
import type { Definition, Question } from "../../definition/definition.ts"
import { maritalStatuses, maritalWords } from "../../definition/marital-status.ts"
import { textIn } from "../../definition/text.ts"
import { typedIsoDate } from "./iso-date.ts"

/** A condition as rows of a form: subject, comparison and value, all or any of which must hold. */
export interface ConditionRows {
  mode: "all" | "any"
  rows: ConditionRow[]
}
export interface ConditionRow {
  subject: string
  comparison: string
  value: string
}

export const factLabels: Record<FactName, string> = {
  marital_status: "Marital status",
  number_of_children: "Number of children",
  client_type: "Who fills this in",
  has_partner: "A partner takes part",
}

export const comparisonLabels = {
  is: "is",
  is_not: "is answered, but not with",
  includes: "includes",
  greater_than: "is more than, or after",
  less_than: "is less than, or before",
  answered: "is answered",
  unanswered: "is not answered",
}

/** The questions a condition may look at: those asked before the part, or before the section when it is one. */
export function questionsBefore({ sections }: Definition, section_id: string, part_id?: string): Question[] {
  const before: Question[] = []
  for (const section of sections) {
    const isHere = section.id === section_id
    if (isHere && part_id === undefined) break
    for (const question of section.kind === "questions" ? section.questions : []) {
      if (question.id === part_id) break
      if (question.type !== "notice") before.push(question)
    }
    if (isHere) break
  }
  return before
}

/** The rows of a condition; undefined where rows cannot say it. */
export function rowsOf(
  condition: Condition | undefined,
  questions: readonly Question[],
): ConditionRows | undefined {
  if (condition === undefined) return { mode: "all", rows: [] }
  const [mode, parts] =
    "all" in condition
      ? (["all", condition.all] as const)
      : "any" in condition
        ? (["any", condition.any] as const)
        : (["all", [condition]] as const)
  if (!Array.isArray(parts)) return undefined
  const rows = parts.map((part) => rowOf(part, questions))
  return rows.every((row) => row !== undefined) ? { mode, rows } : undefined
}

function rowOf(part: Condition, questions: readonly Question[]): ConditionRow | undefined {
  if (typeof part !== "object" || part === null || !("question" in part || "fact" in part)) return undefined
  const named = comparisonNames.filter((name) => part[name] !== undefined)
  const name = named[0]
  if (!name || named.length > 1) return undefined
  const subject = "question" in part ? part.question : part.fact
  if (name === "is_answered")
    return { subject, comparison: part.is_answered ? "answered" : "unanswered", value: "" }
  return { subject, comparison: name, value: valueInWords(part[name], optionsFor(subject, questions)) }
}

function valueInWords(value: unknown, options: readonly (readonly [unknown, string])[]): string {
  return options.find(([each]) => each === value)?.[1] ?? typedIsoDate(String(value))
}

/** What can be compared with, and its words; empty where anything of the right kind can. */
export function optionsFor(subject: string, questions: readonly Question[]): (readonly [unknown, string])[] {
  const yesNo = [[true, "Yes"] as const, [false, "No"] as const]
  if (subject === "has_partner") return yesNo
  if (subject === "client_type")
    return [
      ["self", "The client"],
      ["representative", "A representative"],
    ]
  if (subject === "marital_status") return maritalStatuses.map((status) => [status, maritalWords.en[status]])
  const question = questions.find(({ id }) => id === subject)
  if (question?.type === "yes_no") return yesNo
  return (question?.options ?? []).map(({ value, label }) => [value, textIn(label, "en")])
}
