// Options that an earlier version offered. A version keeps their words, so that answers given then never show as codes.

import type { AdditionalField, Definition, Question } from "./definition.ts"
import type { Option } from "./kinds/kind.ts"
import { categoriesOf, questionsOf } from "./parts.ts"

interface Offering {
  options?: readonly Option[] | undefined
  former_options?: readonly Option[] | undefined
}

/** `definition` with the options that `before`, the version it replaces, offered and it does not. */
export function withFormerOptions(definition: Definition, before: Definition): Definition {
  const offered = new Map<string, Offering>()
  for (const part of partsOf(before)) offered.set(part.id, part)
  const keep = <Part extends Offering & { id: string }>(part: Part): Part => {
    const { former_options: own = [], ...rest } = part
    const { options = [], former_options = [] } = offered.get(part.id) ?? {}
    const current = part.options?.map(({ value }) => value) ?? []
    const former = new Map<string, Option>()
    for (const option of [...own, ...former_options, ...options])
      if (!current.includes(option.value)) former.set(option.value, option)
    return (former.size > 0 ? { ...rest, former_options: [...former.values()] } : rest) as Part
  }
  const keepQuestion = (question: Question): Question => {
    const { columns, ...rest } = keep(question)
    return columns ? { ...rest, columns: columns.map(keep) } : rest
  }
  return {
    ...definition,
    sections: definition.sections.map((section) => {
      if (section.kind === "questions") return { ...section, questions: section.questions.map(keepQuestion) }
      if (section.kind !== "assets") return section
      const categories = section.categories.map((category) => ({
        ...category,
        additional_fields: category.additional_fields.map(keep),
      }))
      return { ...section, categories }
    }),
  }
}

/** The options of each question in `before` that `after` no longer offers although it still asks the question. */
export function removedOptions(before: Definition, after: Definition): { id: string; options: Option[] }[] {
  const now = new Map(questionsOf(after).map((question) => [question.id, question]))
  return questionsOf(before).flatMap(({ id, options = [] }) => {
    const current = now.get(id)?.options?.map(({ value }) => value)
    const gone = options.filter(({ value }) => current && !current.includes(value))
    return gone.length > 0 ? [{ id, options: gone }] : []
  })
}

function partsOf(definition: Definition): (Question | AdditionalField)[] {
  const questions = questionsOf(definition)
  return [
    ...questions,
    ...questions.flatMap(({ columns = [] }) => columns),
    ...categoriesOf(definition).flatMap(({ additional_fields }) => additional_fields),
  ]
}
