import type { Definition, Question } from "../definition/definition.ts"
import { named, type Report } from "../definition/findings.ts"
import { formulaSources } from "../definition/formula-sources.ts"
import { questionsOf } from "../definition/parts.ts"

/** Whether a value can be worked out: from questions that are there, asked earlier, and fit. */
export function lintFormula({ id, formula }: Question, name: string, definition: Definition, report: Report) {
  if (!formula || formula.of.length === 0) {
    report("formula_missing", id, `${name} is worked out from nothing. Pick the answers it comes from.`)
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
        `${name} is worked out from a question that does not exist (${source}). Pick another one.`,
      )
      continue
    }
    const words = named("question", question.prompt).replace(/^(The|A) /, (article) => article.toLowerCase())
    if (!before.includes(question)) {
      const sentence = `${name} is worked out from ${words}, which is asked later. Move that question up.`
      report("refers_to_later", id, sentence)
    } else if (
      definition.sections.some(
        (each) => "questions" in each && each.answered_alone && each.questions.includes(question),
      )
    ) {
      const sentence = `${name} would show what each client answered alone to ${words}. Pick another one.`
      report("reveals_alone", id, sentence)
    } else if (question.sensitive) {
      const sentence = `${name} would show what was answered to ${words}, which is sensitive. Pick another one.`
      report("reveals_sensitive", id, sentence)
    } else if (!formulaSources(formula.kind, [question]).some((each) => each.column === column)) {
      const sentence = `${name} is worked out from ${words}, whose kind of answer does not fit. Pick another one.`
      report("formula_unfit", id, sentence)
    }
  }
}
