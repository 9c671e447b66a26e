import type { Condition } from "../../../definition/conditions/conditions.ts"
import type { Definition, Question } from "../../../definition/definition.ts"
import type { Text } from "../../../definition/text.ts"

/** A part that can have a condition. */
export interface ConditionalPart {
  noun: string
  id: string
  words: Text
  condition: Condition | undefined
  section: string | undefined
  question: Question | undefined
}

/** All parts that can have a condition, in display order. */
export function conditionalPartsOf({ sections }: Definition): ConditionalPart[] {
  return sections.flatMap((section): ConditionalPart[] => {
    const self = { noun: "section", id: section.id, words: section.title, condition: section.condition }
    const own: ConditionalPart = { ...self, section: undefined, question: undefined }
    if (section.kind === "questions") {
      const parts = section.questions.map((question) => ({
        ...{ noun: "question", id: question.id, words: question.prompt, condition: question.condition },
        ...{ section: section.id, question },
      }))
      return [own, ...parts]
    }
    if (section.kind !== "documents") return [own]
    const parts = section.requests.map(({ id, label, condition }) => ({
      ...{ noun: "document request", id, words: label, condition, section: section.id, question: undefined },
    }))
    return [own, ...parts]
  })
}
