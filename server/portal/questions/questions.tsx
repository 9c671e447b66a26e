// The firm's own questions: one to a page, those that follow from it below, each client's own one after the other.

import { answerKey } from "../../definition/conditions.ts"
import type { QuestionsSection } from "../../definition/definition.ts"
import { displayValue } from "../../definition/values.ts"
import { isMissing } from "../field.ts"
import type { SectionPages, SummaryGroup } from "../section.tsx"
import { unfinishedInWords } from "../unfinished.ts"
import type { Visit } from "../visit.ts"
import { waitsForNames } from "../waiting.ts"
import { aboutClient } from "./about-client.ts"
import { questionFields } from "./fields.ts"
import { questionPage } from "./page.ts"
import { type PlannedPage, planPages } from "./plan.ts"

export const questionsPages: SectionPages<QuestionsSection> = {
  async pages(visit, section) {
    return shownPages(visit, section).map((planned) => ({
      path: planned.path,
      open: () => questionPage(visit, section, planned),
    }))
  },

  async summary(visit, section) {
    const groups: SummaryGroup[] = []
    const pages = shownPages(visit, section)
    for (const planned of pages) {
      const title = await titleAmong(visit, pages, planned)
      const rows = await summaryRows(visit, planned)
      const last = groups.at(-1)
      if (last && last.title === title) last.rows = [...last.rows, ...rows]
      else groups.push({ title, rows })
    }
    const last = groups.at(-1)
    if (last && (await keepsHidden(visit, section))) last.note = visit.words.questions.hiding
    return groups
  },

  async waitsFor(visit, section) {
    const isAboutClients = section.questions.some(({ each_client }) => each_client)
    if (!isAboutClients || !visit.definition.sections.some(({ kind }) => kind === "clients")) return undefined
    return waitsForNames(visit)
  },
}

/** Of whom a group tells, where some are about one of two clients: what follows without would seem to be about them. */
async function titleAmong(
  visit: Visit,
  pages: readonly PlannedPage[],
  { about }: PlannedPage,
): Promise<string | null> {
  if (visit.facts.clients.length < 2) return null
  if (about) return aboutClient(visit, about)
  return pages.some((page) => page.about) ? visit.words.questions.about_both : null
}

function shownPages(visit: Visit, section: QuestionsSection): PlannedPage[] {
  return planPages(section.questions, visit.facts.clients).filter(({ questions, about }) =>
    questions.some((question) => visit.visible.has(answerKey(question.id, about))),
  )
}

async function summaryRows(visit: Visit, planned: PlannedPage): Promise<SummaryGroup["rows"]> {
  const fields = await questionFields(visit, planned)
  return fields
    .filter((field) => !field.hidden && field.type !== "notice")
    .map((ask) => {
      const names = Object.fromEntries((ask.people ?? []).map(({ contact_id, name }) => [contact_id, name]))
      const words = unfinishedInWords(ask, visit) || displayValue(ask, ask.value, visit.lang, names, "\n")
      return {
        label: ask.label,
        value: ask.sensitive && ask.given ? visit.words.frame.hidden_value : words,
        path: planned.path,
        field: ask.name,
        missing: isMissing(ask, fields),
      }
    })
}

/** Whether something was answered that does not show now. */
async function keepsHidden(visit: Visit, section: QuestionsSection): Promise<boolean> {
  const answers = await visit.loaded.answers()
  return planPages(section.questions, visit.facts.clients).some(({ questions, about }) =>
    questions.some(({ id }) => {
      const key = answerKey(id, about)
      return answers[key] !== undefined && answers[key] !== null && !visit.visible.has(key)
    }),
  )
}
