import { addContact } from "../../contacts/editing.ts"
import { findSimilarContacts, type SimilarContact } from "../../contacts/similar.ts"
import type { FieldRules, PeopleGroup, PeopleSection } from "../../definition/definition.ts"
import { relationshipLabel } from "../../definition/relationships.ts"
import type { Form } from "../../platform/http/pages.ts"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { RadioGroup } from "../../ui/components/radio-group.tsx"
import { errorsOf, type Field, type ParsedForm, parseForm } from "../field.ts"
import { FieldControls } from "../field-control.tsx"
import { textOf } from "../form.ts"
import { recordLater } from "../later.ts"
import { NewRecord, newRecordId } from "../new-record.tsx"
import { PageForm } from "../page-form.tsx"
import { type PageRequest, refresh } from "../page-request.ts"
import { detailFields, nameFields } from "../person/fields.ts"
import { newPerson } from "../person/new-person.ts"
import { type PageAddress, type SectionPage, sectionUrl } from "../section.tsx"
import type { View } from "../view.tsx"
import { afterPerson, laterTopics, membersOf, personPath } from "./members.ts"
import { relationshipFields } from "./relationship.ts"

export const sameField = "same_person"

/** Adds somebody to a group: relationship, name and dates on one page, how to reach them on others. */
export function addPage(req: PageRequest, section: PeopleSection, group: PeopleGroup): SectionPage {
  const title = req.words.people.add_title[group.group]
  const takes_organizations = group.group === "others" || group.group === "advisors"
  const add = (req: PageRequest) => newPersonFields(req, group.group, group.fields, takes_organizations)
  const back = sectionUrl(section.id, group.group)
  return {
    path: `${group.group}/new`,
    title,
    aside: true,
    show: async (req, request) => ({
      ...addView(req, title, await add(req), request),
      back: { href: back },
    }),
    save: async (req, request) => {
      const person_fields = await add(req)
      const parsed = parseForm(person_fields, request.form, req.today)
      if (parsed.faults.length > 0)
        return {
          ...addView(req, title, person_fields, request, { typed: request.form, faults: parsed.faults }),
          status: 422,
          back: { href: back },
        }
      const fields = Object.fromEntries(
        parsed.edits.map(({ field, value }) => [field, value as string | null]),
      )
      const same = textOf(request.form, sameField)
      const new_id = newRecordId("contact", request.form)
      const similar = (await findSimilarContacts(req.tx, req.matter.id, nameIn(fields))).filter(
        ({ id }) => id !== new_id,
      )
      if (same === undefined && similar.length > 0)
        return {
          ...addView(req, title, person_fields, request, { typed: request.form, similar }),
          status: 422,
          back: { href: back },
        }
      const known = similar.find(({ id }) => id === same)
      if (known) return { saved: true, to: back }
      const person = { ...fields, relationship_type: String(fields.relationship_type) }
      const id = await addContact(req.tx, req.matter.id, person, new_id)
      const fresh = await refresh(req)
      await recordLater(
        req,
        person_fields.map((field) => ownedBy(field, id)),
        parsed.edits,
      )
      const done = { key: "person_added", name: nameIn(fields) } as const
      return { saved: true, done, to: await afterAdding(fresh, section, group, id) }
    },
  }
}

/** Once somebody is there, what is left to a conversation is theirs. */
function ownedBy(field: Field, record_id: string): Field {
  return field.later ? { ...field, later: { ...field.later, record_id } } : field
}

/** How to reach somebody new, where that is asked of them; the next child, while some are missing; or the list. */
async function afterAdding(
  req: PageRequest,
  section: PeopleSection,
  group: PeopleGroup,
  id: string,
): Promise<string> {
  const members = await membersOf(req, group.group)
  const person = members.find((each) => each.id === id)
  const [topic] = person ? laterTopics(req, group, person) : []
  if (topic) return sectionUrl(section.id, personPath(group, { id }, topic))
  return sectionUrl(section.id, afterPerson(req, group, members.length))
}

/** Relationship, name and dates of somebody new. */
export async function newPersonFields(
  req: PageRequest,
  group: PeopleGroup["group"] | undefined,
  fields: FieldRules,
  takes_organizations: boolean,
): Promise<Field[]> {
  const about = { person: newPerson(), fields, is_you: false, is_client: false, takes_organizations }
  const details = detailFields(about, {}, req.words).map((field) =>
    field.required ? { ...field, later: { record_id: "", field: field.name, is_on: false } } : field,
  )
  return [...(await relationshipFields(req, group)), ...nameFields(about, {}, req.words), ...details]
}

/** The name that a form gives somebody new. */
export function nameIn({ first_name, last_name }: Readonly<Record<string, string | null>>): string {
  return [first_name, last_name].filter(Boolean).join(" ")
}

interface Shown {
  typed?: Form
  faults?: ParsedForm["faults"]
  /** People who may be the same: one has to say. */
  similar?: readonly SimilarContact[]
  lede?: string
}

export function addView(
  req: PageRequest,
  title: string,
  fields: readonly Field[],
  request: PageAddress,
  { typed, faults = [], similar = [], lede }: Shown = {},
): View {
  const { words, lang } = req
  const errors =
    similar.length > 0 ? [{ href: sameField, text: words.people.similar_title }] : errorsOf(faults, lang)
  return {
    title,
    errors,
    body: (
      <>
        <PageHeading title={title} lede={lede} />
        <PageForm action={`${request.path}${request.search}`} words={words} is_local>
          <NewRecord id={newRecordId("contact", typed)} />
          {similar.length > 0 && (
            <RadioGroup
              id={sameField}
              label={words.people.similar_title}
              hint={words.people.similar}
              options={[
                ...similar.map((person) => ({
                  value: person.id,
                  label: person.full_name,
                  hint: relationshipLabel(person.relationship_type, lang),
                })),
                { value: "none", label: words.people.similar_none },
              ]}
            />
          )}
          <FieldControls fields={fields} lang={lang} words={words} typed={typed} faults={faults} />
        </PageForm>
      </>
    ),
  }
}
