import type { Question } from "../definition.ts"
import { type AnyType, isNumeric, isTyped, kinds } from "../kinds.ts"
import type { Text } from "../text.ts"
import type { Formula } from "./computed.ts"

/** An input for a formula: an answer, or a column of a table. */
export interface FormulaSource {
  question: string
  column?: string
  type: AnyType
  prompt: Text
  column_prompt?: Text
}

const isSummed = (type: AnyType) => isNumeric(type) && isTyped(type)

/** The questions a formula of this kind can use. Sensitive ones are excluded, because the result would reveal them. */
export function formulaSources(kind: Formula["kind"], questions: readonly Question[]): FormulaSource[] {
  return questions.flatMap(({ id, type, prompt, columns = [], sensitive }): FormulaSource[] => {
    const own: FormulaSource = { question: id, type, prompt }
    if (sensitive) return []
    if (kind === "count") return kinds[type].isCounted ? [own] : []
    if (kind === "years_since") return type === "date" ? [own] : []
    if (type !== "table") return isSummed(type) ? [own] : []
    return columns
      .filter((column) => isSummed(column.type))
      .map((column) => ({ ...own, type: column.type, column: column.id, column_prompt: column.prompt }))
  })
}
