import { saveAnswer } from "../../answers/answers.ts"
import type { SaveResult } from "../../matters/changes.ts"
import { type AnswerValue, answerKey, visibleParts } from "../../questionnaires/conditions.ts"
import type { QuestionsSection } from "../../questionnaires/definition.ts"
import { questionsOf } from "../../questionnaires/parts.ts"
import { textIn } from "../../questionnaires/text.ts"
import type { FieldEdit } from "../ask.tsx"
import { askPage } from "../ask-page.tsx"
import { seenOf } from "../form.ts"
import { type SectionPage, sectionUrl } from "../section.tsx"
import { refresh, type Visit } from "../visit.ts"
import { questionAsks } from "./asks.ts"
import type { PlannedPage } from "./plan.ts"
import { aboutWhom } from "./whom.ts"

/** One page of the firm's questions. */
export async function questionPage(
  visit: Visit,
  section: QuestionsSection,
  planned: PlannedPage,
): Promise<SectionPage> {
  const [asks, answers] = await Promise.all([questionAsks(visit, planned), visit.loaded.answers()])
  const lead = asks.find((ask) => !ask.hidden)
  return askPage({
    path: planned.path,
    // What only tells something is no heading.
    title: lead && lead.type !== "notice" ? lead.label : textIn(section.title, visit.lang),
    caption: planned.about ? await aboutWhom(visit, planned.about) : undefined,
    asks,
    keep: (visit, edits) => keepAnswers(visit, planned, edits),
    counted: (edits) => {
      const typed = Object.fromEntries(
        edits.map(({ field, value }) => [answerKey(field, planned.about), value]),
      )
      const visible = visibleParts(visit.definition, { ...masked(visit, answers), ...typed }, visit.facts)
      return new Set(
        asks.filter(({ name }) => visible.has(answerKey(name, planned.about))).map(({ name }) => name),
      )
    },
    // Without script, what an answer leads to could not show at once: then the page is shown again, with it.
    next: async (visit, form) => {
      const { visible } = await refresh(visit)
      const followUp = planned.questions.find(
        ({ id, type }) =>
          type !== "notice" &&
          visible.has(answerKey(id, planned.about)) &&
          seenOf(form, id) === undefined &&
          asks.some(({ name, hidden }) => name === id && hidden),
      )
      return followUp && `${sectionUrl(section.id, planned.path)}?follow_up=${followUp.id}#${followUp.id}`
    },
  })
}

async function keepAnswers(
  { tx, parts, matter }: Visit,
  { about }: PlannedPage,
  edits: readonly FieldEdit[],
): Promise<SaveResult> {
  const result: SaveResult = { saved: {}, conflicts: [] }
  for (const { field, value, seen } of edits) {
    const one = await saveAnswer(tx, parts.ring, matter.id, { question_id: field, about, value, seen })
    const revision = one.saved[answerKey(field, about)]
    if (revision !== undefined) result.saved[field] = revision
    result.conflicts.push(...one.conflicts.map((conflict) => ({ ...conflict, field })))
  }
  return result
}

/** Conditions may ask whether a sensitive answer was given, never what it says. */
function masked({ definition }: Visit, answers: Readonly<Record<string, AnswerValue | null | undefined>>) {
  const sensitive = new Set(questionsOf(definition).flatMap(({ id, sensitive }) => (sensitive ? [id] : [])))
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [
      key,
      value && sensitive.has(key.split(":")[0] ?? "") ? "sealed" : value,
    ]),
  )
}
