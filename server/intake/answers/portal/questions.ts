// The firm's own questions: a few per page, dependent questions below the one they depend on, and each client's in
// turn. Each question also has its own page, which Change links lead to.

import { answerKey, type Condition } from "../../../definition/conditions/conditions.ts"
import type { Question, QuestionsSection } from "../../../definition/definition.ts"
import { takesAnswer } from "../../../definition/kinds.ts"
import { requestOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import { seenOf } from "../../../web/portal/form.ts"
import { requestPages } from "../../documents/portal/documents.ts"
import { leadOf } from "../../portal/fields/field.ts"
import { formPage } from "../../portal/form-page.tsx"
import { type PageRequest, refresh, waitsForNames } from "../../portal/page-request.ts"
import { type SectionPage, type SectionPages, sectionUrl } from "../../portal/sections/section.tsx"
import { isShown, type PlannedPage, questionFields } from "./fields.tsx"
import { aboutClient, questionsSummary } from "./summary.ts"

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
          // Pages that were open when fewer questions shared one.
          ...page.parts.slice(1).map((part) => ({
            ...entry({ ...page, path: `together/${part.path}` }, true),
            leads_to: sectionUrl(section.id, page.path),
          })),
        ]
      })
    return (await Promise.all(entries)).flat()
  },

  summary: (req, section) => questionsSummary(req, planPages(section.questions, req.facts.clients)),

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

async function questionPage(
  req: PageRequest,
  section: QuestionsSection,
  planned: PlannedPage,
): Promise<SectionPage> {
  const fields = await questionFields(req, planned)
  const lead = leadOf(fields)
  const who = planned.about ? await aboutClient(req, planned.about) : undefined
  const question = lead && takesAnswer(lead.type) ? lead.label : textIn(section.title, req.lang)
  return formPage({
    path: planned.path,
    // The first question is the heading, unless the page is about one client, or the next would have the same; a notice is none.
    title: who ?? question,
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

/** How many questions follow one they depend on, how many others share a page, and how long it is with all of them. */
const max = { together: 6, leads: 5, on_a_page: 8 }

/**
 * A page for every question, together with the questions that depend on it; a notice goes on the page of the question
 * after it. Consecutive `each_client` questions get all their pages for one client, then for the other.
 */
export function planPages(questions: readonly Question[], clients: readonly string[]): PlannedPage[] {
  return runsOf(questions).flatMap((run) => {
    const groups = groupsOf(run)
    if (!run[0]?.each_client) return groups.map((group) => planned(group, null))
    return clients.flatMap((about) => groups.map((group) => planned(group, about)))
  })
}

/** The planned page of a question, about one client if `about` is set. */
export function findPlanned(
  questions: readonly Question[],
  clients: readonly string[],
  { question_id, about }: { question_id: string; about?: string | null | undefined },
): PlannedPage | undefined {
  return planPages(questions, clients).find(
    (page) => page.questions.some(({ id }) => id === question_id) && (about == null || page.about === about),
  )
}

/** A main page of a section, made of one or more planned pages. */
export interface JoinedPage extends PlannedPage {
  /** The pages it is made of: each also has its own path, which Change links lead to. */
  parts: readonly PlannedPage[]
}

/** Joins consecutive pages about the same client while they have few enough questions. */
export function joinPages(pages: readonly PlannedPage[]): JoinedPage[] {
  const joined: JoinedPage[] = []
  for (const page of pages) {
    const last = joined.at(-1)
    const questions = [...(last?.questions ?? []), ...page.questions]
    const isShort = (last?.parts.length ?? 0) < max.leads && questions.length <= max.on_a_page
    if (last && mayJoin(last, page) && isShort) {
      const path = last.parts.length === 1 ? `together/${last.path}` : last.path
      joined[joined.length - 1] = { ...last, path, questions, parts: [...last.parts, page] }
    } else joined.push({ ...page, parts: [page] })
  }
  return joined
}

/** File questions have their own page, and a computed value starts a page, after the answers it is computed from. */
function mayJoin(last: PlannedPage, { questions, about }: PlannedPage): boolean {
  const isFile = [...last.questions, ...questions].some(({ type }) => type === "file")
  return last.about === about && !isFile && questions[0]?.type !== "computed"
}

function planned(questions: readonly Question[], about: string | null): PlannedPage {
  const lead = questions[0]?.id ?? ""
  return { path: about ? `${lead}/${about}` : lead, questions, about }
}

/** Splits questions into runs of consecutive ones that are all asked once, or all of each client. */
function runsOf(questions: readonly Question[]): Question[][] {
  const runs: Question[][] = []
  for (const question of questions) {
    const run = runs.at(-1)
    if (run && run[0]?.each_client === question.each_client) run.push(question)
    else runs.push([question])
  }
  return runs
}

function groupsOf(run: readonly Question[]): Question[][] {
  const groups: Question[][] = []
  for (const question of run) {
    const group = groups.at(-1)
    if (group && group.length < max.together && belongsTo(group, question)) group.push(question)
    else groups.push([question])
  }
  return groups
}

function belongsTo(group: readonly Question[], { type, condition }: Question): boolean {
  if (type === "file" || type === "computed" || group.some((each) => each.type === "file")) return false
  if (group.every(({ type }) => !takesAnswer(type))) return true
  return condition !== undefined && group.some(({ id }) => refersTo(condition, id))
}

function refersTo(condition: Condition, question_id: string): boolean {
  if ("all" in condition) return condition.all.some((part) => refersTo(part, question_id))
  if ("any" in condition) return condition.any.some((part) => refersTo(part, question_id))
  if ("not" in condition) return refersTo(condition.not, question_id)
  return "question" in condition && condition.question === question_id
}
