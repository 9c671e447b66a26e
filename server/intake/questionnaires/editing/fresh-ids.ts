import { type Condition, max_condition_depth } from "../../../definition/conditions/conditions.ts"
import type { Category, Definition, Question, Section } from "../../../definition/definition.ts"
import { type IdKind, newId } from "../../../platform/ids.ts"

/**
 * Gives every part a new id and returns the map from old ids to new ones. For duplicating, importing, and hand-written
 * definitions with keys such as `question_ssn`. Updates references; an unresolved reference stays unchanged, for the
 * linter to report.
 */
export function withFreshIds(definition: Definition): {
  definition: Definition
  ids: ReadonlyMap<string, string>
} {
  const ids = new Map<string, string>()
  const renamed = definition.sections.map((section) =>
    renamePartsOf({ ...section, id: mint(ids, "section", section.id) }, ids),
  )
  return { definition: { sections: renamed.map((section) => updateReferences(ids, section)) }, ids }
}

/** Parts that share an id get different new ones, and references resolve to the first part. */
function mint(ids: Map<string, string>, kind: IdKind, old: string): string {
  const fresh = newId(kind)
  if (!ids.has(old)) ids.set(old, fresh)
  return fresh
}

function renamePartsOf(section: Section, ids: Map<string, string>): Section {
  const renamed = <Part extends { id: string }>(kind: IdKind, parts: readonly Part[]): Part[] =>
    parts.map((part) => ({ ...part, id: mint(ids, kind, part.id) }))
  switch (section.kind) {
    case "roles":
      return { ...section, roles: renamed("role", section.roles) }
    case "assets":
      return {
        ...section,
        categories: renamed("category", section.categories).map((category: Category) => ({
          ...category,
          additional_fields: renamed("field", category.additional_fields),
        })),
      }
    case "documents":
      return { ...section, requests: renamed("document_request", section.requests) }
    case "questions":
      return {
        ...section,
        questions: renamed("question", section.questions).map((question) =>
          question.columns ? { ...question, columns: renamed("field", question.columns) } : question,
        ),
      }
    case "clients":
    case "people":
      return section
  }
}

function updateReferences(ids: ReadonlyMap<string, string>, section: Section): Section {
  const withCondition = <Part extends { condition?: Condition }>(part: Part): Part =>
    part.condition === undefined ? part : { ...part, condition: updateCondition(ids, part.condition) }
  const own = withCondition(section)
  if (own.kind === "documents") return { ...own, requests: own.requests.map(withCondition) }
  if (own.kind === "questions")
    return { ...own, questions: own.questions.map((question) => updateFormula(ids, withCondition(question))) }
  return own
}

function updateFormula(ids: ReadonlyMap<string, string>, question: Question): Question {
  if (!question.formula) return question
  const fresh = (id: string) => ids.get(id) ?? id
  const of = question.formula.of.map(({ question, column }) => ({
    question: fresh(question),
    ...(column && { column: fresh(column) }),
  }))
  return { ...question, formula: { ...question.formula, of } }
}

function updateCondition(ids: ReadonlyMap<string, string>, condition: Condition, depth = 0): Condition {
  // An imported file may hold a condition of any depth. Deeper ones never hold, and the linter rejects them.
  if (typeof condition !== "object" || condition === null || depth > max_condition_depth) return condition
  const each = (parts: Condition[]) =>
    Array.isArray(parts) ? parts.map((part) => updateCondition(ids, part, depth + 1)) : parts
  if ("all" in condition) return { ...condition, all: each(condition.all) }
  if ("any" in condition) return { ...condition, any: each(condition.any) }
  if ("not" in condition) return { ...condition, not: updateCondition(ids, condition.not, depth + 1) }
  if ("question" in condition)
    return { ...condition, question: ids.get(condition.question) ?? condition.question }
  return condition
}
