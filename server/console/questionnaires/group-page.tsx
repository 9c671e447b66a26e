import { type PeopleGroup, type PeopleSection, peopleGroups } from "../../definition/definition.ts"
import { notFound } from "../../platform/errors.ts"
import { withSection } from "../../questionnaires/editing.ts"
import { newPeopleGroup } from "../../questionnaires/new-parts.ts"
import { Card } from "../../ui/components/card.tsx"
import type { PageRequest, RefusedForm } from "../page-request.ts"
import type { PageResponse, View } from "../view.tsx"
import { crumbsOf, type Draft, findSection, saveEdit, sectionCrumb, sectionUrl } from "./draft.ts"
import { FieldRulesFieldset, readFieldRules } from "./field-rules.tsx"
import { DraftForm, Tick, WordingField } from "./fields.tsx"
import { isTicked, readAll, readNeededWording, readWording } from "./form-reader.ts"
import { groupWords } from "./group-words.ts"
import { StoredNow } from "./stored-now.tsx"

/** What is asked about one group of people, which stands in its section as a part that does not come or go. */
export function groupPage(req: PageRequest, draft: Draft, refused?: RefusedForm): View {
  const { section, group } = findGroup(draft, req)
  const url = sectionUrl(draft.row.id, section.id)
  return {
    title: groupWords[group.group],
    breadcrumbs: crumbsOf(draft, sectionCrumb(draft, section)),
    heading: { caption: "People" },
    refused,
    body: (
      <>
        <StoredNow draft={draft} section={section} refused={refused} />
        <DraftForm draft={draft} cancel={url}>
          <Card>
            <Tick
              name="included"
              label="Asked"
              hint="Clients list these people."
              stored={group.included}
              refused={refused}
            />
            <WordingField name="prompt" label="Heading" stored={group.prompt} refused={refused} />
            <WordingField
              name="help"
              label="Help text"
              stored={group.help}
              refused={refused}
              optional
              rows={2}
            />
            <FieldRulesFieldset
              prefix="fields"
              legend="Asked about each person"
              stored={group.fields}
              refused={refused}
              without={["marital_status", "number_of_children"]}
            />
          </Card>
        </DraftForm>
      </>
    ),
  }
}

export async function changeGroup(req: PageRequest, draft: Draft): Promise<PageResponse> {
  const { section, group } = findGroup(draft, req)
  const changed = readAll(
    req.form,
    (reader): PeopleGroup => ({
      group: group.group,
      included: isTicked(reader, "included"),
      prompt: readNeededWording(reader, "prompt", "Write the heading that clients read."),
      help: readWording(reader, "help"),
      fields: readFieldRules(reader, "fields"),
    }),
  )
  const isThere = section.groups.some((each) => each.group === group.group)
  const groups = isThere
    ? section.groups.map((each) => (each.group === group.group ? changed : each))
    : [...section.groups, changed]
  await saveEdit(req, draft, withSection(draft.definition, { ...section, groups }))
  return { to: sectionUrl(draft.row.id, section.id), flash: { done: "draft_saved" } }
}

function findGroup(draft: Draft, req: PageRequest): { section: PeopleSection; group: PeopleGroup } {
  const section = findSection(draft, req)
  const name = peopleGroups.find((each) => each === req.param("part_id"))
  if (section.kind !== "people" || !name) throw notFound()
  const group = section.groups.find((each) => each.group === name)
  return { section, group: group ?? { ...newPeopleGroup(name), included: false } }
}
