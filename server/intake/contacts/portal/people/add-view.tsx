// The forms of new people, opened from a list of people or from a picker's "Someone else".
import { relationshipLabel } from "../../../../definition/people/relationships.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { PageForm } from "../../../../web/portal/page-form.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { RadioGroup } from "../../../../web/ui/components/choice.tsx"
import type { SummaryError } from "../../../../web/ui/components/error-summary.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import { FieldParts } from "../../../portal/fields/field-parts.tsx"
import { errorsOf } from "../../../portal/fields/form-fields.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { NewRecord, newRecordId, type PageAddress } from "../../../portal/sections/section.tsx"
import type { View } from "../../../portal/view.tsx"
import { type NewPersonForm, type Refused, sameField } from "./new-people.ts"

/** Saves the person and shows another blank form. */
export const anotherField = "another"

export interface Shown extends Partial<Refused> {
  typed?: Form
  lede?: string
  /** Shows "Save and add another". */
  offers_another?: boolean
}

export function addView(
  req: PageRequest,
  title: string,
  forms: readonly NewPersonForm[],
  request: PageAddress,
  shown: Shown = {},
): View {
  const { words } = req
  return {
    title,
    errors: refusalsOf(req, shown),
    body: (
      <>
        <PageHeading title={title} lede={shown.lede} />
        <PageForm
          action={`${request.path}${request.search}`}
          words={words}
          is_local
          more={shown.offers_another && <SaveAnother words={words} />}
        >
          {forms.map((form) => (
            <NewPersonFields
              key={form.prefix}
              form={form}
              req={req}
              shown={shown}
              isOnly={forms.length === 1}
            />
          ))}
        </PageForm>
      </>
    ),
  }
}

export function SaveAnother({ words }: Pick<PageRequest, "words">) {
  return (
    <Button variant="secondary" name={anotherField} value="true">
      {words.frame.save_another}
    </Button>
  )
}

/** Why no one was added. */
export function refusalsOf(
  { words, lang }: PageRequest,
  { faults = [], similar = {} }: Shown,
): SummaryError[] {
  const unclear = Object.entries(similar).filter(([, people]) => people.length > 0)
  return [
    ...errorsOf(faults, lang),
    ...unclear.map(([prefix]) => ({ href: `${prefix}${sameField}`, text: words.people.similar_title })),
  ]
}

/** Whether a form is among those for which no one was added. */
export function isRefused({ prefix, fields }: NewPersonForm, { faults = [], similar = {} }: Shown): boolean {
  return (similar[prefix] ?? []).length > 0 || faults.some(({ field }) => fields.includes(field))
}

export function NewPersonFields(props: {
  form: NewPersonForm
  req: PageRequest
  shown: Shown
  isOnly: boolean
}) {
  const { form, req, isOnly } = props
  const { typed, faults = [], similar = {} } = props.shown
  const { words, lang } = req
  const { prefix, parts, fields } = form
  const namesakes = similar[prefix] ?? []
  const controls = (
    <>
      <NewRecord id={newRecordId("contact", typed, prefix)} prefix={prefix} />
      {namesakes.length > 0 && (
        <RadioGroup
          id={`${prefix}${sameField}`}
          label={words.people.similar_title}
          hint={words.people.similar}
          options={[
            ...namesakes.map((person) => ({
              value: person.id,
              label: person.full_name,
              hint: relationshipLabel(person.relationship_type, lang),
            })),
            { value: "none", label: words.people.similar_none },
          ]}
        />
      )}
      <FieldParts parts={parts} fields={fields} lang={lang} words={words} typed={typed} faults={faults} />
    </>
  )
  if (isOnly) return controls
  return (
    <section class="people-group stack" aria-labelledby={`${prefix}title`}>
      <h2 id={`${prefix}title`}>{form.title}</h2>
      {controls}
    </section>
  )
}
