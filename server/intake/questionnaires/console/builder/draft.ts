import type { Definition } from "../../../../definition/definition.ts"
import { conflict } from "../../../../platform/errors.ts"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Crumb } from "../../../../web/ui/components/breadcrumbs.tsx"
import { type FormerQuestions, findFormerQuestions } from "../../editing/former-questions.ts"
import { findDraft, getQuestionnaireRow, type QuestionnaireRow } from "../../questionnaires.ts"
import { lockQuestionnaire } from "../../versions.ts"

export interface Draft {
  row: QuestionnaireRow
  definition: Definition
  /** The words of what its conditions and formulas still refer to. */
  former: FormerQuestions
}

/** The draft of the questionnaire in the URL, or its current version; throws "not found". */
export async function openDraft({ tx, param }: PageRequest): Promise<Draft> {
  const id = param("questionnaire_id")
  const [row, definition] = await Promise.all([getQuestionnaireRow(tx, id), findDraft(tx, id)])
  const opened = definition ?? { sections: [] }
  return { row, definition: opened, former: await findFormerQuestions(tx, id, opened) }
}

/** Locks and opens the draft for a submitted form; throws "conflict" if it has changed since the form was opened. */
export async function openDraftToChange(req: PageRequest): Promise<Draft> {
  await lockQuestionnaire(req.tx, req.param("questionnaire_id"))
  const draft = await openDraft(req)
  if (seenRevision(req) !== draft.row.draft_revision) {
    throw conflict(
      "draft_changed",
      "Someone else has saved this draft since you opened it. Check what is stored now, then save again to replace it with your changes.",
    )
  }
  return draft
}

export function seenRevision({ form }: PageRequest): number {
  const seen = trimmedTextOf(form, "revision")
  return /^\d{1,9}$/.test(seen) ? Number(seen) : -1
}

export function isStale(refused: RefusedForm | undefined): boolean {
  return refused?.faults.some(({ code }) => code === "draft_changed") ?? false
}

export const listUrl = "/console/questionnaires"
export const homeUrl = (id: string) => `${listUrl}/${id}`
export const draftUrl = (id: string) => `${homeUrl(id)}/draft`

/** The author's view options, which URLs carry from page to page. */
export interface ViewOptions {
  spanish: boolean
  persona: string
}

export function viewOptionsOf({ query }: PageRequest): ViewOptions {
  return { spanish: query.spanish === "1", persona: query.as ?? "" }
}

/** The builder with a section, a part or a group of people selected. */
export function editorUrl(id: string, part = "", view?: ViewOptions): string {
  const query = new URLSearchParams({
    ...(part && { part }),
    ...(view?.spanish && { spanish: "1" }),
    ...(view?.persona && { as: view.persona }),
  })
  return `${draftUrl(id)}${query.size > 0 ? `?${query}` : ""}`
}

export function crumbsTo({ id, title }: QuestionnaireRow): Crumb[] {
  return [
    { text: "Questionnaires", href: listUrl },
    { text: title, href: homeUrl(id) },
  ]
}

export function crumbsOf({ row }: Draft, ...more: Crumb[]): Crumb[] {
  return [...crumbsTo(row), { text: "Draft", href: draftUrl(row.id) }, ...more]
}
