// Conditions on a page: those its script evaluates while the client types, and those its form is checked by.
import {
  type Answers,
  answerKey,
  type Condition,
  conditionHolds,
  type Reference,
} from "../../../definition/conditions/conditions.ts"
import { factValue, visibleParts } from "../../../definition/conditions/visible-parts.ts"
import type { Question, Section } from "../../../definition/definition.ts"
import { comparedAs } from "../../../definition/kinds.ts"
import { categoriesOf, questionsOf } from "../../../definition/parts.ts"
import type { FieldEdit } from "../../portal/fields/field.ts"
import type { PageRequest } from "../../portal/page-request.ts"

/** Names of the questions that show after these edits of answers about one client, or asked once. */
export function visibleAfter(
  req: PageRequest,
  answers: Answers,
  about: string | null,
  edits: readonly FieldEdit[],
): ReadonlySet<string> {
  const typed = Object.fromEntries(edits.map(({ field, value }) => [answerKey(field, about), value]))
  const visible = visibleParts(req.definition, { ...masked(req, answers), ...typed }, req.facts)
  const names = questionsOf(req.definition).map(({ id }) => id)
  return new Set(names.filter((name) => visible.has(answerKey(name, about))))
}

/** Replaces sensitive answers: a condition may depend on whether one was given, never on its value. */
function masked({ definition }: PageRequest, answers: Answers): Answers {
  const sensitive = new Set(questionsOf(definition).flatMap(({ id, sensitive }) => (sensitive ? [id] : [])))
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [
      key,
      value && sensitive.has(key.split(":")[0] ?? "") ? "sealed" : value,
    ]),
  )
}

/** The question's condition, with the parts that this page cannot change already evaluated. */
export function whenOf(
  { definition, facts, visible }: PageRequest,
  answers: Answers,
  { id, condition }: Question,
  own: ReadonlySet<string>,
  about: string | null,
): Condition | undefined {
  if (!condition) return undefined
  // A condition knows only the assets that were asked about before it.
  const before = definition.sections.slice(0, definition.sections.findIndex(hasIt))
  const categories = categoriesOf({ sections: before })
  const resolved = resolveCondition(condition)
  return hasQuestion(resolved) ? resolved : undefined

  function hasIt(section: Section): boolean {
    return section.kind === "questions" && section.questions.some((question) => question.id === id)
  }

  function resolveCondition(part: Condition): Condition {
    if ("all" in part) return { all: part.all.map(resolveCondition) }
    if ("any" in part) return { any: part.any.map(resolveCondition) }
    if ("not" in part) return { not: resolveCondition(part.not) }
    if ("question" in part && own.has(part.question)) return part
    return holdsElsewhere(part) ? { all: [] } : { any: [] }
  }

  function holdsElsewhere(leaf: Condition): boolean {
    const lookUp = (reference: Reference) => {
      if ("fact" in reference) return factValue(facts, reference.fact, categories, visible)
      const key = [answerKey(reference.question, about), reference.question].find((each) => visible.has(each))
      return key === undefined ? null : (answers[key] ?? null)
    }
    return conditionHolds(leaf, lookUp, (id) => {
      const question = questionsOf(definition).find((each) => each.id === id)
      return question && comparedAs(question.type)
    })
  }
}

function hasQuestion(condition: Condition): boolean {
  if ("all" in condition) return condition.all.some(hasQuestion)
  if ("any" in condition) return condition.any.some(hasQuestion)
  if ("not" in condition) return hasQuestion(condition.not)
  return "question" in condition
}
