import type { Definition, Section } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { conflict, notFound } from "../../platform/errors.ts"
import { listParts } from "../../questionnaires/editing.ts"
import {
  findDraft,
  getQuestionnaireRow,
  type QuestionnaireRow,
  saveDraft,
} from "../../questionnaires/questionnaires.ts"
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

/** The section in the address; throws "not found". */
export function findSection({ definition }: Draft, { param }: PageRequest): Section {
  const section = definition.sections.find(({ id }) => id === param("section_id"))
  if (!section) throw notFound()
  return section
}

export function saveEdit(req: PageRequest, { row }: Draft, definition: Definition): Promise<number> {
  return saveDraft(req.tx, row.id, definition, seenRevision(req))
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
export const sectionUrl = (id: string, section_id: string) => `${draftUrl(id)}/sections/${section_id}`

/** The page where a part is changed: a section's, or the part's own within it. */
export function urlOfPart({ row, definition }: Draft, where: string): string {
  for (const section of definition.sections) {
    const url = sectionUrl(row.id, section.id)
    if (section.id === where) return url
    for (const part of listParts(section)) {
      const isWithin = "additional_fields" in part && part.additional_fields.some(({ id }) => id === where)
      if (part.id === where || isWithin) return `${url}/parts/${part.id}`
    }
  }
  return draftUrl(row.id)
}

export function sectionCrumb({ row }: Draft, { id, title }: Section): Crumb {
  return { text: textIn(title, "en") || "A section without words", href: sectionUrl(row.id, id) }
}

export function crumbsOf({ row }: Draft, ...more: Crumb[]): Crumb[] {
  return [
    { text: "Questionnaires", href: listUrl },
    { text: row.title, href: homeUrl(row.id) },
    { text: "Draft", href: draftUrl(row.id) },
    ...more,
  ]
}
