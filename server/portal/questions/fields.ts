import {
  type Answers,
  answerKey,
  type Condition,
  conditionHolds,
  isAnswered,
} from "../../definition/conditions.ts"
import type { Question } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { withChangers } from "../behalf/changed.tsx"
import { askedBeside } from "../corrections/beside-question.tsx"
import type { Field } from "../field.ts"
import { pickablePeople } from "../pickable-people.ts"
import { withUnfinished } from "../unfinished.ts"
import type { Visit } from "../visit.ts"
import type { PlannedPage } from "./plan.ts"
import { answersStore } from "./store.ts"

/** The questions of a page as asks, those that do not show now among them, marked as hidden. */
export async function questionFields(visit: Visit, { questions, about }: PlannedPage): Promise<Field[]> {
  const [answers, revisions, asked, people] = await Promise.all([
    visit.loaded.answers(),
    visit.loaded.revisions(),
    Promise.all(questions.map(({ id }) => askedBeside(visit, id, about))),
    questions.some(({ type }) => type === "contact") ? pickablePeople(visit) : undefined,
  ])
  // What is given and hidden from view stands for itself: the page holds no control to look at.
  const isMasked = ({ id, sensitive }: Question) => sensitive && isAnswered(answers[answerKey(id, about)])
  const own = new Set(questions.filter((question) => !isMasked(question)).map(({ id }) => id))
  const store = answersStore(visit, answers, about)
  const fields = questions.map((question, index): Field => {
    const key = answerKey(question.id, about)
    const stored = answers[key] ?? null
    const { min, max, whole, max_length, type, required, sensitive } = question
    return {
      name: question.id,
      type,
      min,
      max,
      whole,
      max_length,
      options: question.options,
      label: textIn(question.prompt, visit.lang),
      hint: textIn(question.help, visit.lang) || undefined,
      why: textIn(question.why, visit.lang) || undefined,
      asked: asked[index],
      required: required && type !== "notice",
      sensitive,
      value: sensitive ? null : stored,
      given: isAnswered(stored),
      seen: revisions[visit.matter.id]?.[key] ?? 0,
      people,
      store,
      inline: (question.options?.length ?? 0) <= 3,
      as_list: (question.options?.length ?? 0) > 12,
      hidden: !visit.visible.has(key),
      when: whenOf(visit, answers, question, own, about),
    }
  })
  const fieldOf = ({ name }: Field) => answerKey(name, about)
  const recorded = await withUnfinished(visit, visit.matter.id, fields, fieldOf)
  return withChangers(visit, visit.matter.id, recorded, fieldOf)
}

/** The part of a question's condition that this page can change; what lies elsewhere is settled already. */
function whenOf(
  { facts, visible }: Visit,
  answers: Answers,
  { condition }: Question,
  own: ReadonlySet<string>,
  about: string | null,
): Condition | undefined {
  if (!condition) return undefined
  const settled = settle(condition)
  return hasQuestion(settled) ? settled : undefined

  function settle(part: Condition): Condition {
    if ("all" in part) return { all: part.all.map(settle) }
    if ("any" in part) return { any: part.any.map(settle) }
    if ("not" in part) return { not: settle(part.not) }
    if ("question" in part && own.has(part.question)) return part
    return holdsElsewhere(part) ? { all: [] } : { any: [] }
  }

  function holdsElsewhere(leaf: Condition): boolean {
    return conditionHolds(leaf, (reference) => {
      if ("fact" in reference) return facts[reference.fact]
      const key = [answerKey(reference.question, about), reference.question].find((each) => visible.has(each))
      return key === undefined ? null : (answers[key] ?? null)
    })
  }
}

function hasQuestion(condition: Condition): boolean {
  if ("all" in condition) return condition.all.some(hasQuestion)
  if ("any" in condition) return condition.any.some(hasQuestion)
  if ("not" in condition) return hasQuestion(condition.not)
  return "question" in condition
}
