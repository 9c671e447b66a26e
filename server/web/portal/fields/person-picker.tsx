import type { Form } from "../../../platform/http/responses/pages.ts"
import { Button } from "../../ui/components/button.tsx"
import { RadioGroup } from "../../ui/components/choice.tsx"
import type { FieldProps } from "../../ui/components/field.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import { textOf } from "../form.ts"
import type { Words } from "../words/en.ts"

/** A contact of the matter, as a choice. */
export interface Pickable {
  contact_id: string
  name: string
  /** Their relationship to the client. */
  hint?: string
}

export interface PersonPickerProps extends FieldProps {
  words: Words
  people: readonly Pickable[]
  value?: string
  /** Leaves out "Someone else". */
  closed?: boolean
}

/** The name of the "Someone else" button; its value is the name of its picker. */
export const addPersonField = "add_person"

/** Where "Someone else" leads, and from there back to `back`; undefined if another button submitted the form. */
export function addPersonUrl(form: Form, back: string): string | undefined {
  const picker = textOf(form, addPersonField)
  return picker === undefined ? undefined : `/portal/people/new?${new URLSearchParams({ for: picker, back })}`
}

/**
 * Picks one of the matter's contacts. "Someone else" submits the page's form, which is saved; the client then adds a
 * person on another page and returns with that person picked.
 */
export function PersonPicker({ words, people, closed, ...field }: PersonPickerProps) {
  const name = field.name ?? field.id
  const status = (
    <>
      {field.status}
      {!closed && !field.readonly && <AddPerson words={words} name={name} />}
    </>
  )
  const options = people.map(({ contact_id, name, hint }) => ({ value: contact_id, label: name, hint }))
  if (people.length <= 7)
    return <RadioGroup {...field} status={status} value={field.value} options={options} />
  return (
    <SelectField
      {...field}
      status={status}
      value={field.value}
      placeholder={words.frame.choose}
      options={options.map(({ value, label, hint }) => ({
        value,
        label: hint ? `${label}, ${hint}` : label,
      }))}
    />
  )
}

/** The "Someone else" button of the picker `name`. */
export function AddPerson({ words, name }: { words: Words; name: string }) {
  return (
    <div class="field-more">
      <Button variant="quiet" icon="plus" name={addPersonField} value={name}>
        {words.people_picker.someone_else}
      </Button>
    </div>
  )
}
