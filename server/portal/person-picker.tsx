import { Button } from "../ui/components/button.tsx"
import type { FieldProps } from "../ui/components/field.tsx"
import { RadioGroup } from "../ui/components/radio-group.tsx"
import { SelectField } from "../ui/components/select-field.tsx"
import type { Words } from "./words/en.ts"

/** Somebody who can be picked: a contact of the matter. */
export interface Pickable {
  contact_id: string
  name: string
  /** What they are to the client. */
  hint?: string
}

export interface PersonPickerProps extends FieldProps {
  words: Words
  people: readonly Pickable[]
  value?: string
  /** Without "Someone else", where adding would make no sense. */
  closed?: boolean
}

/** The form field that "Someone else" sends: its value is the name of the picker that asked. */
export const addPersonField = "add_person"

/**
 * Picks one of the people already typed. "Someone else" sends the page's form under `add_person`; the frame keeps
 * what was typed, leads to the page that adds a person, and comes back here with that person picked.
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

/** The "Someone else" of the picker called `name`. */
export function AddPerson({ words, name }: { words: Words; name: string }) {
  return (
    <div class="field-more">
      <Button look="quiet" icon="plus" name={addPersonField} value={name}>
        {words.people_picker.someone_else}
      </Button>
    </div>
  )
}
