import { type Section, sectionKinds } from "../../questionnaires/definition.ts"
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
import { named } from "../../questionnaires/findings.ts"
import type { Text } from "../../questionnaires/text.ts"
import { Banner } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { RadioGroup } from "../../ui/components/radio-group.tsx"
import type { Answer, View } from "../view.tsx"
import { faultAt, type Tried, textOf, typedOr, type Visit } from "../visit.ts"
import {
  crumbsOf,
  type Draft,
  draftUrl,
  findSection,
  keepDraft,
  openDraft,
  openDraftToChange,
  sectionUrl,
} from "./draft.ts"
import { DraftForm, WordingField } from "./fields.tsx"
import { kindWords } from "./outline.tsx"
import { findPlaced } from "./part_page.tsx"
import { readAll, readNeededWording, readOneOf } from "./reading.ts"

const kindHints: Record<Section["kind"], string> = {
  clients: "Who the clients are: names, dates, phones, addresses. Every questionnaire has one.",
  people: "Children, family and others; they can be picked wherever a person is asked for.",
  roles: "Who should serve: executors, guardians, agents, and who comes after them.",
  assets: "What clients own and owe, by category.",
  documents: "Files to upload.",
  questions: "Questions of your own.",
}

export async function newSectionPage(visit: Visit, tried?: Tried): Promise<View> {
  const draft = await openDraft(visit)
  const hasClients = draft.definition.sections.some(({ kind }) => kind === "clients")
  return {
    title: "New section",
    breadcrumbs: crumbsOf(draft),
    tried,
    body: (
      <DraftForm draft={draft} cancel={draftUrl(draft.row.id)} submit="Add section">
        <Card>
          <RadioGroup
            id="kind"
            label="What is it about?"
            value={typedOr(tried, "kind", hasClients ? "questions" : "clients")}
            error={faultAt(tried, "kind")}
            options={sectionKinds
              .filter((kind) => kind !== "clients" || !hasClients)
              .map((kind) => ({ value: kind, label: kindWords[kind], hint: kindHints[kind] }))}
          />
          <WordingField name="title" label="Title" stored={undefined} tried={tried} />
        </Card>
      </DraftForm>
    ),
  }
}

export async function addSection(visit: Visit): Promise<Answer> {
  const draft = await openDraftToChange(visit)
  const section = readAll(visit.form, (reading) =>
    newSection(
      readOneOf(reading, "kind", [...sectionKinds]),
      readNeededWording(reading, "title", "Write what the section is called."),
    ),
  )
  await keepDraft(visit, draft, withSection(draft.definition, section))
  return { to: sectionUrl(draft.row.id, section.id), flash: { done: "section_added" } }
}

export async function moveSection(visit: Visit): Promise<Answer> {
  const draft = await openDraft(visit)
  const { id } = findSection(draft, visit)
  await keepDraft(visit, draft, withSectionMoved(draft.definition, id, directionOf(visit)))
  return { to: `${draftUrl(draft.row.id)}#${id}` }
}

export async function movePart(visit: Visit): Promise<Answer> {
  const draft = await openDraft(visit)
  const { section, part } = findPlaced(draft, visit)
  await keepDraft(visit, draft, withPartMoved(draft.definition, section.id, part.id, directionOf(visit)))
  return { to: `${sectionUrl(draft.row.id, section.id)}#${part.id}` }
}

function directionOf({ form }: Visit): Direction {
  return textOf(form, "direction") === "down" ? "down" : "up"
}

export async function sectionRemovalPage(visit: Visit, tried?: Tried): Promise<View> {
  const draft = await openDraft(visit)
  const section = findSection(draft, visit)
  const ids = listParts(section).map(({ id }) => id)
  const name = named("section", section.title)
  return removalView(draft, "Remove this section?", name, ids, sectionUrl(draft.row.id, section.id), tried)
}

export async function removeSection(visit: Visit): Promise<Answer> {
  const draft = await openDraftToChange(visit)
  const { id } = findSection(draft, visit)
  await keepDraft(visit, draft, withoutSection(draft.definition, id))
  return { to: draftUrl(draft.row.id), flash: { done: "part_removed" } }
}

export async function partRemovalPage(visit: Visit, tried?: Tried): Promise<View> {
  const draft = await openDraft(visit)
  const { section, part, form } = findPlaced(draft, visit)
  const name = named(form.noun, form.wordsOf(part))
  return removalView(
    draft,
    `Remove this ${form.noun}?`,
    name,
    [part.id],
    sectionUrl(draft.row.id, section.id),
    tried,
  )
}

export async function removePart(visit: Visit): Promise<Answer> {
  const draft = await openDraftToChange(visit)
  const { section, part } = findPlaced(draft, visit)
  await keepDraft(visit, draft, withoutPart(draft.definition, section.id, part.id))
  return { to: sectionUrl(draft.row.id, section.id), flash: { done: "part_removed" } }
}

function removalView(
  draft: Draft,
  title: string,
  name: string,
  ids: readonly string[],
  back: string,
  tried: Tried | undefined,
): View {
  const depending = partsDependingOn(draft.definition, ids)
  return {
    title,
    breadcrumbs: crumbsOf(draft),
    tried,
    body: (
      <DraftForm draft={draft} cancel={back} submit="Remove">
        <Card>
          <p>{`${name} leaves the draft. What is published, and what clients have answered, stays as it is.`}</p>
          {depending.length > 0 && <Depending parts={depending} />}
        </Card>
      </DraftForm>
    ),
  }
}

function Depending({ parts }: { parts: readonly { id: string; noun: string; words: Text }[] }) {
  return (
    <Banner tone="warning" title="Other parts show or hide by its answer. Their rules will have to change:">
      <ul>
        {parts.map(({ id, noun, words }) => (
          <li key={id}>{named(noun, words)}</li>
        ))}
      </ul>
    </Banner>
  )
}
