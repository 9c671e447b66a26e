// The form of a new person, opened from a list of people or from a picker's "Someone else".

import type { FieldRules, PeopleGroup } from "../../../../definition/definition.ts"
import { relationshipLabel } from "../../../../definition/people/relationships.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import type { Field } from "../../../../web/portal/fields/field.ts"
import { type FieldPart, FieldParts } from "../../../../web/portal/fields/field-parts.tsx"
import { errorsOf, type ParsedForm } from "../../../../web/portal/fields/form-fields.ts"
import { PageForm } from "../../../../web/portal/page-form.tsx"
import type { PageRequest } from "../../../../web/portal/page-request.ts"
import { NewRecord, newRecordId, type PageAddress } from "../../../../web/portal/sections/section.tsx"
import type { View } from "../../../../web/portal/view.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { RadioGroup } from "../../../../web/ui/components/choice.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import type { SimilarContact } from "../../similar.ts"
import { detailFields, nameFields } from "../person/fields.ts"
import { newPerson } from "../person/new-person.ts"
import { relationshipFields } from "./relationship.ts"

export const sameField = "same_person"

/** Saves the person and shows another blank form. */
export const anotherField = "another"

export interface NewPersonForm {
  all: readonly Field[]
  parts?: readonly FieldPart[]
}

/** Relationship, name and details of a new person. */
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

/** The full name on a posted form. */
export function nameIn({ first_name, last_name }: Readonly<Record<string, string | null>>): string {
  return [first_name, last_name].filter(Boolean).join(" ")
}

export interface Shown {
  typed?: Form
  faults?: ParsedForm["faults"]
  /** Contacts with a similar name: the user must say whether one of these is the same person. */
  similar?: readonly SimilarContact[]
  lede?: string
  /** Shows "Save and add another". */
  offers_another?: boolean
}

export function addView(
  req: PageRequest,
  title: string,
  { all, parts }: NewPersonForm,
  request: PageAddress,
  { typed, faults = [], similar = [], lede, offers_another = false }: Shown = {},
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
        <PageForm
          action={`${request.path}${request.search}`}
          words={words}
          is_local
          more={
            offers_another && (
              <Button variant="secondary" name={anotherField} value="true">
                {words.frame.save_another}
              </Button>
            )
          }
        >
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
          <FieldParts parts={parts} fields={all} lang={lang} words={words} typed={typed} faults={faults} />
        </PageForm>
      </>
    ),
  }
}
