import { named, type Report } from "../../../definition/conditions/findings.ts"
import { formulaSources } from "../../../definition/conditions/formula-sources.ts"
import type { Definition, Question } from "../../../definition/definition.ts"
import { questionsOf } from "../../../definition/parts.ts"
import { type FormerQuestions, missingQuestion } from "../editing/former-questions.ts"

/** Checks that the inputs of a formula exist, come earlier, suit the formula, and reveal nothing private. */
export function lintFormula(
  { id, formula }: Question,
  name: string,
  definition: Definition,
  report: Report,
  former: FormerQuestions,
) {
  if (!formula || formula.of.length === 0) {
    report("formula_missing", id, `${name} has nothing to calculate from. Choose the answers it uses.`)
    return
  }
  const questions = questionsOf(definition)
  const before = questions.slice(
    0,
    questions.findIndex((question) => question.id === id),
  )
  for (const { question: source, column } of formula.of) {
    const question = questions.find((each) => each.id === source)
    if (!question) {
      report(
        "unknown_question",
        id,
        `${name} is calculated from ${missingQuestion(source, former)}. Choose another one.`,
      )
      continue
    }
    const words = named("question", question.prompt).replace(/^(The|An) /, (article) => article.toLowerCase())
    if (!before.includes(question)) {
      const sentence = `${name} is calculated from ${words}, which is asked later. Move that question up.`
      report("refers_to_later", id, sentence)
    } else if (
      definition.sections.some(
        (each) => "questions" in each && each.answered_alone && each.questions.includes(question),
      )
    ) {
      const sentence = `${name} would reveal what each client answered alone to ${words}. Choose another one.`
      report("reveals_alone", id, sentence)
    } else if (question.sensitive) {
      const sentence = `${name} would reveal the answer to ${words}, which is sensitive. Choose another one.`
      report("reveals_sensitive", id, sentence)
    } else if (!formulaSources(formula.kind, [question]).some((each) => each.column === column)) {
      const sentence = `${name} is calculated from ${words}, whose type of answer does not suit the formula. Choose another one.`
      report("formula_unfit", id, sentence)
    }
  }
}
