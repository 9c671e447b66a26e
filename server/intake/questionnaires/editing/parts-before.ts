import { categoriesFor, isAssetFact } from "../../../definition/conditions/asset-facts.ts"
import { type FactName, factNames } from "../../../definition/conditions/conditions.ts"
import type { Category, Definition, Question } from "../../../definition/definition.ts"

/** What a condition can refer to: everything before the part, or before the section if the condition is on a section. */
export interface PartsBefore {
  questions: Question[]
  /** Only active ones. */
  categories: Category[]
}

export function partsBefore({ sections }: Definition, section_id: string, part_id = section_id): PartsBefore {
  const before: PartsBefore = { questions: [], categories: [] }
  for (const section of sections) {
    const isHere = section.id === section_id
    if (section.id === part_id) break
    for (const question of section.kind === "questions" ? section.questions : []) {
      if (question.id === part_id) break
      if (question.type !== "notice") before.questions.push(question)
    }
    if (section.kind === "assets")
      before.categories.push(...section.categories.filter(({ active }) => active))
    if (isHere) break
  }
  return before
}

/** The facts that are available to the condition, and the one it already uses. */
export function factsBefore({ categories }: PartsBefore, chosen: string): FactName[] {
  return factNames.filter(
    (name) => name === chosen || !isAssetFact(name) || categoriesFor(name, undefined, categories).length > 0,
  )
}
