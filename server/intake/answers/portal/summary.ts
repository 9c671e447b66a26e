import { answerKey } from "../../../definition/conditions/conditions.ts"
import { takesAnswer } from "../../../definition/kinds.ts"
import { displayValue } from "../../../definition/values/values.ts"
import { nameOr } from "../../contacts/contacts.ts"
import { choiceInWords, requestStateOf } from "../../documents/portal/document-choice.tsx"
import { isMissing } from "../../portal/fields/field.ts"
import { unfinishedInWords } from "../../portal/fields/unfinished-dates.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { laterInWords } from "../../portal/sections/later.tsx"
import type { SummaryGroup } from "../../portal/sections/section.tsx"
import { isShown, type PlannedPage, questionFields } from "./fields.tsx"

/** The rows of the check page; `planned` are the pages of the section, hidden ones included. */
export async function questionsSummary(
  req: PageRequest,
  planned: readonly PlannedPage[],
): Promise<SummaryGroup[]> {
  const groups: SummaryGroup[] = []
  const pages = planned.filter((page) => isShown(req, page))
  for (const page of pages) {
    const title = await titleAmong(req, pages, page)
    const rows = await summaryRows(req, page)
    const last = groups.at(-1)
    if (last && last.title === title) last.rows = [...last.rows, ...rows]
    else groups.push({ title, rows })
  }
  const last = groups.at(-1)
  if (last && (await hasHiddenAnswers(req, planned))) last.note = req.words.questions.hiding
  return groups
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

async function summaryRows(req: PageRequest, planned: PlannedPage): Promise<SummaryGroup["rows"]> {
  const fields = await questionFields(req, planned)
  const rows = fields
    .filter(
      (field) => !field.hidden && (takesAnswer(field.type) || (field.type === "computed" && field.given)),
    )
    .map(async (field) => {
      const state = field.type === "file" ? await requestStateOf(req, field.name) : undefined
      const names = Object.fromEntries((field.people ?? []).map(({ contact_id, name }) => [contact_id, name]))
      const doubted = field.prior?.is_in_doubt ? field.prior : undefined
      const words =
        choiceInWords(state, req) ||
        unfinishedInWords(field, req) ||
        laterInWords(field, req) ||
        displayValue(field, doubted?.value ?? field.value, req.lang, names, "\n")
      return {
        label: field.label,
        value: field.sensitive && field.given ? req.words.frame.hidden_value : words,
        note: doubted?.words,
        path: planned.path,
        field: state === "file" ? "files" : field.name,
        missing: isMissing(field, fields) && !state,
      }
    })
  return Promise.all(rows)
}

/** Whether any question that does not show now has an answer. */
async function hasHiddenAnswers(req: PageRequest, planned: readonly PlannedPage[]): Promise<boolean> {
  const answers = await req.loaded.answers()
  return planned.some(({ questions, about }) =>
    questions.some(({ id }) => {
      const key = answerKey(id, about)
      return answers[key] !== undefined && answers[key] !== null && !req.visible.has(key)
    }),
  )
}

/** "About you" or "About" and the client's name, for questions asked of each client. */
export async function aboutClient(req: PageRequest, contact_id: string): Promise<string> {
  const { words, client } = req
  if (contact_id === client.contact_id) return words.person.titles.details(undefined)
  const person = (await req.loaded.people()).find(({ id }) => id === contact_id)
  return words.person.titles.details(person ? nameOr(person, words.person.unnamed.partner) : undefined)
}
