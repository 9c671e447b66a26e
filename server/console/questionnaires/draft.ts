import type { Definition } from "../../definition/definition.ts"
import { conflict } from "../../platform/errors.ts"
import { findDraft, getQuestionnaireRow, type QuestionnaireRow } from "../../questionnaires/questionnaires.ts"
import type { Crumb } from "../../ui/components/breadcrumbs.tsx"
import { type PageRequest, type RefusedForm, textOf } from "../page-request.ts"

/** A questionnaire being written, as one visit finds it. */
export interface Draft {
  row: QuestionnaireRow
  definition: Definition
}

/** The draft of the questionnaire in the address, or what its current version asks; throws "not found". */
export async function openDraft({ tx, param }: PageRequest): Promise<Draft> {
  const id = param("questionnaire_id")
  const [row, definition] = await Promise.all([getQuestionnaireRow(tx, id), findDraft(tx, id)])
  return { row, definition: definition ?? { sections: [] } }
}

/** The same for a form that was sent; throws "conflict" where somebody has saved since the form was opened. */
export async function openDraftToChange(req: PageRequest): Promise<Draft> {
  const draft = await openDraft(req)
  if (seenRevision(req) !== draft.row.draft_revision) {
    throw conflict(
      "draft_changed",
      "Someone else has saved this draft since you opened it. Look at what is stored now, then save again to put yours in its place.",
    )
  }
  return draft
}

export function seenRevision({ form }: PageRequest): number {
  const seen = textOf(form, "revision")
  return /^\d{1,9}$/.test(seen) ? Number(seen) : -1
}

export function isStale(refused: RefusedForm | undefined): boolean {
  return refused?.faults.some(({ code }) => code === "draft_changed") ?? false
}

export const listUrl = "/console/questionnaires"
export const newUrl = `${listUrl}/new`
export const homeUrl = (id: string) => `${listUrl}/${id}`
export const draftUrl = (id: string) => `${homeUrl(id)}/draft`

/** How the author looks at the draft: it stays in the address from page to page. */
export interface Looks {
  /** Whether wordings show in Spanish too. */
  spanish: boolean
  /** Whose eyes the preview has. */
  persona: string
}

export function looksOf({ query }: PageRequest): Looks {
  return { spanish: query.spanish === "1", persona: query.as ?? "" }
}

/** The page where a section, a part or a group of people is written. */
export function editorUrl(id: string, part = "", looks?: Looks): string {
  const query = new URLSearchParams({
    ...(part && { part }),
    ...(looks?.spanish && { spanish: "1" }),
    ...(looks?.persona && { as: looks.persona }),
  })
  return `${draftUrl(id)}${query.size > 0 ? `?${query}` : ""}`
}

/** The same page, at the comments on the part. */
export function commentsUrl(id: string, part: string, looks?: Looks): string {
  return `${editorUrl(id, part, looks)}#comments`
}

export function crumbsOf({ row }: Draft, ...more: Crumb[]): Crumb[] {
  return [
    { text: "Questionnaires", href: listUrl },
    { text: row.title, href: homeUrl(row.id) },
    { text: "Draft", href: draftUrl(row.id) },
    ...more,
  ]
}
