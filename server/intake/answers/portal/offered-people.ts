import { type Answers, answerKey } from "../../../definition/conditions/conditions.ts"
import type { Question } from "../../../definition/definition.ts"
import type { Pickable } from "../../portal/fields/person-picker.tsx"
import { suitablePeople, type Unsuitable } from "../../portal/fields/pickable-people.ts"
import type { PageRequest } from "../../portal/page-request.ts"

/** The people a question offers: those who may be chosen, and whoever was; and those who may not. */
export async function offeredPeople(
  req: PageRequest,
  question: Question,
  about: string | null,
  people: readonly Pickable[] | undefined,
  answers: Answers,
): Promise<{ people: readonly Pickable[]; unsuitable: Unsuitable } | undefined> {
  if (question.type !== "contact" || !people) return undefined
  const chosen = answers[answerKey(question.id, about)]
  const clients = about === null ? req.facts.clients : [about]
  return suitablePeople(req, people, question, clients, [String(chosen)])
}
