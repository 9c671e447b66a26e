import { type Section, sectionKinds } from "../../definition/definition.ts"
import { named } from "../../definition/findings.ts"
import {
  type Direction,
  listParts,
  newSection,
  partsDependingOn,
  withoutPart,
  withoutSection,
  withPartMoved,
  withSection,
  withSectionMoved,
} from "../../questionnaires/editing.ts"
import { Banner } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { RadioGroup } from "../../ui/components/radio-group.tsx"
import { faultAt, type PageRequest, type RefusedForm, textOf, typedOr } from "../page-request.ts"
import { SubmitOrCancel } from "../submit-or-cancel.tsx"
import type { PageResponse, View } from "../view.tsx"
import {
  crumbsOf,
  type Draft,
  draftUrl,
  findSection,
  openDraft,
  openDraftToChange,
  saveEdit,
  sectionCrumb,
  sectionUrl,
} from "./draft.ts"
import { DraftForm, Revision, WordingField } from "./fields.tsx"
import { readAll, readNeededWording, readOneOf } from "./form-reader.ts"
import { kindWords } from "./outline.tsx"
import { findPlaced } from "./part-page.tsx"

const kindHints: Record<Section["kind"], string> = {
  clients: "Who the clients are: names, dates, phones, addresses. Every questionnaire has one.",
  people: "Children, family and others; they can be picked wherever a person is asked for.",
  roles: "Who should serve: executors, guardians, agents, and who comes after them.",
  assets: "What clients own and owe, by category.",
  documents: "Files to upload.",
  questions: "Questions of your own.",
}

export async function newSectionPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  const hasClients = draft.definition.sections.some(({ kind }) => kind === "clients")
  return {
    title: "New section",
    breadcrumbs: crumbsOf(draft),
    refused,
    body: (
      <DraftForm draft={draft} cancel={draftUrl(draft.row.id)} submit="Add section">
        <Card>
          <RadioGroup
            id="kind"
            label="What is it about?"
            value={typedOr(refused, "kind", hasClients ? "questions" : "clients")}
            error={faultAt(refused, "kind")}
            options={sectionKinds
              .filter((kind) => kind !== "clients" || !hasClients)
              .map((kind) => ({ value: kind, label: kindWords[kind], hint: kindHints[kind] }))}
          />
          <WordingField name="title" label="Title" stored={undefined} refused={refused} />
        </Card>
      </DraftForm>
    ),
  }
}

export async function addSection(req: PageRequest): Promise<PageResponse> {
  const draft = await openDraftToChange(req)
  const section = readAll(req.form, (reader) =>
    newSection(
      readOneOf(reader, "kind", [...sectionKinds]),
      readNeededWording(reader, "title", "Write what the section is called."),
    ),
  )
  await saveEdit(req, draft, withSection(draft.definition, section))
  return { to: sectionUrl(draft.row.id, section.id), flash: { done: "section_added" } }
}

export async function moveSection(req: PageRequest): Promise<PageResponse> {
  const draft = await openDraft(req)
  const { id } = findSection(draft, req)
  await saveEdit(req, draft, withSectionMoved(draft.definition, id, directionOf(req)))
  return { to: `${draftUrl(draft.row.id)}#${id}` }
}

export async function movePart(req: PageRequest): Promise<PageResponse> {
  const draft = await openDraft(req)
  const { section, part } = findPlaced(draft, req)
  await saveEdit(req, draft, withPartMoved(draft.definition, section.id, part.id, directionOf(req)))
  return { to: `${sectionUrl(draft.row.id, section.id)}#${part.id}` }
}

function directionOf({ form }: PageRequest): Direction {
  return textOf(form, "direction") === "down" ? "down" : "up"
}

export async function sectionRemovalPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  const section = findSection(draft, req)
  const ids = listParts(section).map(({ id }) => id)
  return removalView(
    {
      draft,
      section,
      noun: "section",
      name: named("section", section.title),
      ids,
      depending: "Other parts depend on answers in this section. Their rules will have to change:",
    },
    refused,
  )
}

export async function removeSection(req: PageRequest): Promise<PageResponse> {
  const draft = await openDraftToChange(req)
  const { id } = findSection(draft, req)
  await saveEdit(req, draft, withoutSection(draft.definition, id))
  return { to: draftUrl(draft.row.id), flash: { done: "part_removed" } }
}

export async function partRemovalPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  const { section, part, form } = findPlaced(draft, req)
  return removalView(
    {
      draft,
      section,
      noun: form.noun,
      name: named(form.noun, form.wordsOf(part)),
      ids: [part.id],
      depending: "Other parts show or hide by its answer. Their rules will have to change:",
    },
    refused,
  )
}

export async function removePart(req: PageRequest): Promise<PageResponse> {
  const draft = await openDraftToChange(req)
  const { section, part } = findPlaced(draft, req)
  await saveEdit(req, draft, withoutPart(draft.definition, section.id, part.id))
  return { to: sectionUrl(draft.row.id, section.id), flash: { done: "part_removed" } }
}

interface Removal {
  draft: Draft
  /** What goes, or what it stands in. */
  section: Section
  noun: string
  /** Noun and words of what goes. */
  name: string
  /** What goes with it. */
  ids: readonly string[]
  /** What to say above the parts whose rules look at it. */
  depending: string
}

function removalView({ draft, section, noun, name, ids, depending }: Removal, refused?: RefusedForm): View {
  const parts = partsDependingOn(draft.definition, ids)
  const url = sectionUrl(draft.row.id, section.id)
  return {
    title: `Remove this ${noun}?`,
    breadcrumbs: crumbsOf(draft, sectionCrumb(draft, section)),
    refused,
    body: (
      <Card>
        <p>{`${name} leaves the draft. What is published, and what clients have answered, stays as it is.`}</p>
        {parts.length > 0 && (
          <Banner tone="warning" title={depending}>
            <ul>
              {parts.map(({ id, noun, words }) => (
                <li key={id}>{named(noun, words)}</li>
              ))}
            </ul>
          </Banner>
        )}
        <form method="post">
          <Revision draft={draft} />
          <SubmitOrCancel cancel={url} look="danger">
            {`Remove the ${noun}`}
          </SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}
