// The firm's own questions: a few per page, dependent questions below the one they depend on, and each client's in
// turn. Each question also has its own page, which Change links lead to.

import { answerKey } from "../../../definition/conditions/conditions.ts"
import type { Question, QuestionsSection } from "../../../definition/definition.ts"
import { requestOf } from "../../../definition/parts.ts"
import { takesAnswer } from "../../../definition/question-types.ts"
import { textIn } from "../../../definition/text.ts"
import { displayValue } from "../../../definition/values/values.ts"
import { isMissing, leadOf } from "../../../web/portal/fields/field.ts"
import { unfinishedInWords } from "../../../web/portal/fields/unfinished-dates.ts"
import { seenOf } from "../../../web/portal/form.ts"
import { formPage } from "../../../web/portal/form-page.tsx"
import { type PageRequest, refresh, waitsForNames } from "../../../web/portal/page-request.ts"
import { laterInWords } from "../../../web/portal/sections/later.tsx"
import {
  type SectionPage,
  type SectionPages,
  type SummaryGroup,
  sectionUrl,
} from "../../../web/portal/sections/section.tsx"
import { nameOr } from "../../contacts/contacts.ts"
import { choiceInWords, requestStateOf } from "../../documents/portal/document-choice.tsx"
import { requestPages } from "../../documents/portal/documents.ts"
import { questionFields } from "./fields.tsx"
import { type JoinedPage, joinPages, type PlannedPage, planPages } from "./plan.ts"

export const questionsPages: SectionPages<QuestionsSection> = {
  async pages(req, section) {
    const entry = (planned: PlannedPage, aside: boolean) => ({
      path: planned.path,
      aside,
      open: () => questionPage(req, section, planned),
    })
    // Joins pages before dropping hidden ones, so that answering a question never moves it to another page.
    const pages = joinPages(planPages(section.questions, req.facts.clients))
    const files = pages.some(({ questions }) => findFileQuestion(questions)) ? await req.loaded.files() : []
    const entries = pages
      .filter((page) => isShown(req, page))
      .map(async (page) => {
        const question = findFileQuestion(page.questions)
        if (question) return requestPages(req, section.id, requestOf(question), files)
        return [
          entry(page, false),
          ...(page.parts.length > 1
            ? page.parts.filter((part) => isShown(req, part)).map((part) => entry(part, true))
            : []),
        ]
      })
    return (await Promise.all(entries)).flat()
  },

  async summary(req, section) {
    const groups: SummaryGroup[] = []
    const pages = shownPages(req, section)
    for (const planned of pages) {
      const title = await titleAmong(req, pages, planned)
      const rows = await summaryRows(req, planned)
      const last = groups.at(-1)
      if (last && last.title === title) last.rows = [...last.rows, ...rows]
      else groups.push({ title, rows })
    }
    const last = groups.at(-1)
    if (last && (await hasHiddenAnswers(req, section))) last.note = req.words.questions.hiding
    return groups
  },

  async waitsFor(req, section) {
    const isAboutClients = section.questions.some(({ each_client }) => each_client)
    if (!isAboutClients || !req.definition.sections.some(({ kind }) => kind === "clients")) return undefined
    return waitsForNames(req)
  },
}

/** The file question of a page, which is then the page's only question. */
function findFileQuestion(questions: readonly Question[]): Question | undefined {
  return questions.find(({ type }) => type === "file")
}

/** A group's title: the client it is about, or both if other groups are about one client. */
async function titleAmong(
  req: PageRequest,
  pages: readonly PlannedPage[],
  { about }: PlannedPage,
): Promise<string | null> {
  if (req.facts.clients.length < 2) return null
  if (about) return aboutClient(req, about)
  return pages.some((page) => page.about) ? req.words.questions.about_both : null
}

function shownPages(req: PageRequest, section: QuestionsSection): PlannedPage[] {
  return planPages(section.questions, req.facts.clients).filter((page) => isShown(req, page))
}

function isShown({ visible }: PageRequest, { questions, about }: PlannedPage): boolean {
  return questions.some((question) => visible.has(answerKey(question.id, about)))
}

async function summaryRows(req: PageRequest, planned: PlannedPage): Promise<SummaryGroup["rows"]> {
  const fields = await questionFields(req, planned)
  const rows = fields
    .filter(
      (field) => !field.hidden && (takesAnswer(field.type) || (field.type === "computed" && field.given)),
    )
    .map(async (field) => {
      const state = field.type === "file" ? await requestStateOf(req, field.name) : undefined
      const names = Object.fromEntries((field.people ?? []).map(({ contact_id, name }) => [contact_id, name]))
      const words =
        choiceInWords(state, req) ||
        unfinishedInWords(field, req) ||
        laterInWords(field, req) ||
        displayValue(field, field.value, req.lang, names, "\n")
      return {
        label: field.label,
        value: field.sensitive && field.given ? req.words.frame.hidden_value : words,
        path: planned.path,
        field: state === "file" ? "files" : field.name,
        missing: isMissing(field, fields) && !state,
      }
    })
  return Promise.all(rows)
}

/** Whether any question that does not show now has an answer. */
async function hasHiddenAnswers(req: PageRequest, section: QuestionsSection): Promise<boolean> {
  const answers = await req.loaded.answers()
  return planPages(section.questions, req.facts.clients).some(({ questions, about }) =>
    questions.some(({ id }) => {
      const key = answerKey(id, about)
      return answers[key] !== undefined && answers[key] !== null && !req.visible.has(key)
    }),
  )
}

async function questionPage(
  req: PageRequest,
  section: QuestionsSection,
  planned: PlannedPage & Partial<JoinedPage>,
): Promise<SectionPage> {
  const fields = await questionFields(req, planned)
  const lead = leadOf(fields)
  const shown = planned.parts?.filter((part) => isShown(req, part)) ?? []
  return formPage({
    path: planned.path,
    // A single question is the heading; a notice is not, nor is one question of several.
    title: lead && takesAnswer(lead.type) && shown.length < 2 ? lead.label : textIn(section.title, req.lang),
    caption: planned.about ? await aboutClient(req, planned.about) : undefined,
    fields,
    // Without script, a question that an answer revealed was not on the form: shows the page again to ask it.
    next: async (req, form) => {
      const { visible } = await refresh(req)
      const followUp = planned.questions.find(
        ({ id, type }) =>
          takesAnswer(type) &&
          visible.has(answerKey(id, planned.about)) &&
          seenOf(form, id) === undefined &&
          fields.some(({ name, hidden }) => name === id && hidden),
      )
      return followUp && `${sectionUrl(section.id, planned.path)}?follow_up=${followUp.id}#${followUp.id}`
    },
  })
}

/** "About you" or "About" and the client's name, for questions asked of each client. */
export async function aboutClient(req: PageRequest, contact_id: string): Promise<string> {
  const { words, client } = req
  if (contact_id === client.contact_id) return words.questions.about(undefined)
  const person = (await req.loaded.people()).find(({ id }) => id === contact_id)
  return words.questions.about(person ? nameOr(person, words.person.unnamed.partner) : undefined)
}
