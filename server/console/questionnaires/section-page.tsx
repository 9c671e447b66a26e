import type { Section } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { listParts, withSection } from "../../questionnaires/editing.ts"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import type { PageResponse, View } from "../view.tsx"
import { ConditionFields } from "./condition-fields.tsx"
import { readCondition } from "./condition-form.ts"
import { questionsBefore } from "./condition-rows.ts"
import {
  crumbsOf,
  type Draft,
  draftUrl,
  findSection,
  openDraft,
  openDraftToChange,
  saveEdit,
  sectionUrl,
} from "./draft.ts"
import { FieldRulesFieldset, readFieldRules } from "./field-rules.tsx"
import { DraftForm, Tick, WordingField } from "./fields.tsx"
import { FindingsCard } from "./findings.tsx"
import { type FormReader, isTicked, readAll, readNeededWording, readWording } from "./form-reader.ts"
import { kindWords } from "./outline.tsx"
import { PartList } from "./part-list.tsx"
import { StoredNow } from "./stored-now.tsx"

/** One section: what it holds, and its own settings. */
export async function sectionPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const draft = await openDraft(req)
  const section = findSection(draft, req)
  const url = sectionUrl(draft.row.id, section.id)
  const wheres = [section.id, ...listParts(section).map(({ id }) => id)]
  return {
    title: textIn(section.title, "en") || "A section without words",
    breadcrumbs: crumbsOf(draft),
    heading: {
      caption: `${kindWords[section.kind]} section`,
      actions: (
        <>
          <LinkButton href={`${draftUrl(draft.row.id)}/preview/${section.id}`} look="secondary">
            Preview
          </LinkButton>
          <LinkButton href={`${url}/removal`} look="secondary" icon="trash">
            Remove
          </LinkButton>
        </>
      ),
    },
    refused,
    body: (
      <>
        <StoredNow draft={draft} section={section} refused={refused} />
        <FindingsCard draft={draft} wheres={wheres} />
        <PartList draft={draft} section={section} />
        <h2>Settings of this section</h2>
        <DraftForm draft={draft} cancel={draftUrl(draft.row.id)} submit="Save settings">
          <SectionFields draft={draft} section={section} refused={refused} />
        </DraftForm>
      </>
    ),
  }
}

export async function changeSection(req: PageRequest): Promise<PageResponse> {
  const draft = await openDraftToChange(req)
  const stored = findSection(draft, req)
  const section = readAll(req.form, (reader) => readSection(reader, draft, stored))
  await saveEdit(req, draft, withSection(draft.definition, section))
  return { to: sectionUrl(draft.row.id, section.id), flash: { done: "draft_saved" } }
}

function SectionFields({
  draft,
  section,
  refused,
}: {
  draft: Draft
  section: Section
  refused: RefusedForm | undefined
}) {
  return (
    <>
      <Card>
        <WordingField name="title" label="Title" stored={section.title} refused={refused} />
        <WordingField
          name="instructions"
          label="Instructions"
          stored={section.instructions}
          refused={refused}
          optional
          rows={3}
        />
        {section.kind === "assets" && (
          <Tick
            name="show_net_worth"
            label="Show clients what it adds up to"
            stored={section.show_net_worth}
            refused={refused}
          />
        )}
        {section.kind === "clients" && (
          <>
            <Tick
              name="with_partner"
              label="A spouse or partner may be a second client"
              stored={section.with_partner}
              refused={refused}
            />
            <FieldRulesFieldset
              prefix="fields"
              legend="Asked of each client"
              stored={section.fields}
              refused={refused}
            />
            {draft.row.approach.startsWith("rep-") && (
              <FieldRulesFieldset
                prefix="representative"
                legend="Asked of the representative"
                stored={section.representative_fields ?? {}}
                refused={refused}
                without={["date_of_death", "marital_status", "number_of_children"]}
              />
            )}
          </>
        )}
      </Card>
      {section.kind !== "clients" && (
        <ConditionFields
          noun="section"
          definition={draft.definition}
          condition={section.condition}
          questions={questionsBefore(draft.definition, section.id)}
          refused={refused}
        />
      )}
    </>
  )
}

function readSection(reader: FormReader, { definition, row }: Draft, stored: Section): Section {
  const own = {
    title: readNeededWording(reader, "title", "Write what the section is called."),
    instructions: readWording(reader, "instructions"),
  }
  if (stored.kind === "clients") {
    const representative_fields = row.approach.startsWith("rep-")
      ? readFieldRules(reader, "representative")
      : stored.representative_fields
    return {
      ...stored,
      ...own,
      with_partner: isTicked(reader, "with_partner"),
      fields: readFieldRules(reader, "fields"),
      representative_fields,
      // The clients are always asked: a rule that was imported goes.
      condition: undefined,
    }
  }
  const condition = readCondition(reader, questionsBefore(definition, stored.id), stored.condition)
  if (stored.kind !== "assets") return { ...stored, ...own, condition }
  return { ...stored, ...own, condition, show_net_worth: isTicked(reader, "show_net_worth") }
}
