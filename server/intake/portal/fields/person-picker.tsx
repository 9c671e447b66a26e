import { initialsOf } from "../../../definition/people/names.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { Button } from "../../../web/ui/components/button.tsx"
import { RadioGroup } from "../../../web/ui/components/choice.tsx"
import type { FieldProps } from "../../../web/ui/components/field.tsx"
import { SelectField, type SelectOption } from "../../../web/ui/components/select-field.tsx"

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
  /** A list of any length, whose first choice is no one, with these choices at its end. */
  as_list?: { none: string; more: readonly SelectOption[] }
}

/** A person as one of the choices, with the initials. */
export function personOption({ contact_id, name, hint }: Pickable) {
  return { value: contact_id, label: name, hint, attributes: { "data-initials": initialsOf(name) } }
}

/** The name of the "Someone else" button; its value is the name of its picker. */
export const addPersonField = "add_person"

/** The choice of a list that stands for that button. It counts once the form is submitted: arrow keys pass over choices. */
export const someoneElseOption = "someone_else"

/** Where "Someone else" leads, and from there back to `back`; undefined if another button submitted the form. */
export function addPersonUrl(form: Form, back: string): string | undefined {
  const isPicked = (name: string) => form[name]?.includes(someoneElseOption)
  const picker = textOf(form, addPersonField) ?? Object.keys(form).find(isPicked)
  return picker === undefined ? undefined : `/portal/people/new?${new URLSearchParams({ for: picker, back })}`
}

/**
 * Picks one of the matter's contacts. "Someone else" submits the page's form, which is saved; the client then adds a
 * person on another page and returns with that person picked.
 */
export function PersonPicker({ words, people, as_list, ...field }: PersonPickerProps) {
  const options = people.map(personOption)
  if (!as_list && people.length <= 7)
    return <RadioGroup {...field} status={<AddPerson words={words} name={field.id} />} options={options} />
  const listed = options.map(({ value, label, hint }) => ({
    value,
    label: hint ? `${label}, ${hint}` : label,
  }))
  const someoneElse = { value: someoneElseOption, label: words.people_picker.someone_else_next }
  const choices = [...listed, someoneElse, ...(as_list?.more ?? [])]
  return <SelectField {...field} placeholder={as_list?.none ?? words.frame.choose} options={choices} />
}

/** How much of the whole the shares in a list of people come to; the browser's script shows and fills it. */
export function ShareTotal({ words }: { words: Words }) {
  return (
    <p class="share-total row hint" hidden>
      <progress class="progress" max={100} aria-hidden="true" />
      <span>
        <output /> {words.assets.of_all}
      </span>
    </p>
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
