import type { Section } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { notFound } from "../../platform/errors.ts"
import { upperFirst } from "../../platform/upper-first.ts"
import { listParts, type Part, withPart } from "../../questionnaires/editing.ts"
import { Button } from "../../ui/components/button.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import type { PageResponse, View } from "../view.tsx"
import { categoryForm } from "./category-form.tsx"
import {
  crumbsOf,
  type Draft,
  findSection,
  openDraft,
  openDraftToChange,
  saveEdit,
  sectionCrumb,
  sectionUrl,
} from "./draft.ts"
import { DraftForm } from "./fields.tsx"
import { readAll } from "./form-reader.ts"
import { changeGroup, groupPage } from "./group-page.tsx"
import type { PartForm, PartLocation } from "./part-form.ts"
import { questionForm } from "./question-form.tsx"
import { requestForm } from "./request-form.tsx"
import { roleForm } from "./role-form.tsx"
import { StoredNow } from "./stored-now.tsx"

/** The form of a section's parts; throws "not found" where its parts do not come and go. */
export function partFormOf(section: Section): PartForm<Part> {
  // Each form takes parts of its own section's kind, which `findPlaced` and `blank` give it.
  switch (section.kind) {
    case "questions":
      return questionForm as PartForm<Part>
    case "roles":
      return roleForm as PartForm<Part>
    case "assets":
      return categoryForm as PartForm<Part>
    case "documents":
      return requestForm as PartForm<Part>
    default:
      throw notFound()
  }
}

/** The part in the address with its section; throws "not found". */
export function findPlaced(
  draft: Draft,
  req: PageRequest,
): { section: Section; part: Part; form: PartForm<Part> } {
  const section = findSection(draft, req)
  const part = listParts(section).find(({ id }) => id === req.param("part_id"))
  if (!part) throw notFound()
  return { section, part, form: partFormOf(section) }
}

export async function newPartPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  const section = findSection(draft, req)
  const form = partFormOf(section)
  return partView(
    draft,
    section,
    form,
    form.blank(refused ? textOf(refused.form, "type") : (req.query.type ?? "")),
    refused,
    true,
  )
}

export async function partPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  if (findSection(draft, req).kind === "people") return groupPage(req, draft, refused)
  const { section, part, form } = findPlaced(draft, req)
  return partView(draft, section, form, part, refused, false)
}

export async function addPart(req: PageRequest): Promise<PageResponse> {
  const draft = await openDraftToChange(req)
  const section = findSection(draft, req)
  const form = partFormOf(section)
  return savePart(req, draft, section, form, form.blank(req.query.type ?? ""), true)
}

export async function changePart(req: PageRequest): Promise<PageResponse> {
  const draft = await openDraftToChange(req)
  if (findSection(draft, req).kind === "people") return changeGroup(req, draft)
  const { section, part, form } = findPlaced(draft, req)
  return savePart(req, draft, section, form, part, false)
}

async function savePart(
  req: PageRequest,
  draft: Draft,
  section: Section,
  form: PartForm<Part>,
  before: Part,
  isNew: boolean,
): Promise<PageResponse> {
  const location = locationIn(draft, section)
  const part = readAll(req.form, (reader) => form.read(reader, before, location))
  await saveEdit(req, draft, withPart(draft.definition, section.id, part))
  const url = sectionUrl(draft.row.id, section.id)
  const flash = { done: "draft_saved" } as const
  // Another kind of answer brings settings that the form did not show.
  const hasMore = "type" in part && "type" in before && part.type !== before.type
  if (hasMore) return { to: `${url}/parts/${part.id}`, flash }
  if (isNew && textOf(req.form, "then") === "another") {
    return { to: `${url}/parts/new${"type" in part ? `?type=${part.type}` : ""}`, flash }
  }
  return { to: `${url}#${part.id}`, flash }
}

function partView(
  draft: Draft,
  section: Section,
  form: PartForm<Part>,
  part: Part,
  refused: RefusedForm | undefined,
  isNew: boolean,
): View {
  const url = sectionUrl(draft.row.id, section.id)
  const words = textIn(form.wordsOf(part), "en")
  return {
    title: isNew ? `New ${form.noun}` : words || `A ${form.noun} without words`,
    breadcrumbs: crumbsOf(draft, sectionCrumb(draft, section)),
    heading: {
      caption: isNew ? undefined : upperFirst(form.noun),
      actions: isNew ? undefined : (
        <LinkButton href={`${url}/parts/${part.id}/removal`} look="secondary" icon="trash">
          Remove
        </LinkButton>
      ),
    },
    refused,
    body: (
      <>
        <StoredNow draft={draft} section={section} part_id={part.id} refused={refused} />
        <DraftForm
          draft={draft}
          cancel={url}
          more={
            isNew && (
              <Button look="secondary" name="then" value="another">
                Save and add another
              </Button>
            )
          }
        >
          {form.fields(part, locationIn(draft, section), refused)}
        </DraftForm>
      </>
    ),
  }
}

function locationIn({ row, definition }: Draft, section: Section): PartLocation {
  return { definition, section, approach: row.approach }
}
