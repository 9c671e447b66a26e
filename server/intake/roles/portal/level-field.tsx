import type { Form } from "../../../platform/http/responses/pages.ts"
import { joinWords } from "../../../platform/joined-words.ts"
import type { Field } from "../../../web/portal/fields/field.ts"
import { AddPerson, PersonPicker } from "../../../web/portal/fields/person-picker.tsx"
import { seenName, textOf } from "../../../web/portal/form.ts"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import { LaterBox } from "../../../web/portal/sections/later.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { CheckboxGroup } from "../../../web/ui/components/choice.tsx"
import type { FieldProps } from "../../../web/ui/components/field.tsx"
import type { FilledSlot } from "./slots.ts"

export interface LevelFieldProps {
  req: PageRequest
  filled: FilledSlot
  field: Field
  index: number
  typed: Form | undefined
  /** The contact id of a person who was just added, to preselect here. */
  picked: string | undefined
  error: FieldProps["error"]
  arrangeField: string
}

/** One level of a role: its candidates, and buttons that change the order. */
export function LevelField(props: LevelFieldProps) {
  const { req, filled, field } = props
  const { words } = req
  const chosen = chosenOf(props)
  const shown: FieldProps = {
    id: field.name,
    label: field.label,
    hint: field.hint,
    error: props.error,
    optional: field.required ? undefined : words.frame.optional,
  }
  // People chosen on another level are not offered here, except on a faulty form, which shows what was picked.
  const elsewhere = props.typed ? [] : filled.levels.filter((_, level) => level !== props.index).flat()
  const people = filled.candidates.filter(({ contact_id }) => !elsewhere.includes(contact_id))
  const options = people.map(({ contact_id, name, hint }) => ({ value: contact_id, label: name, hint }))
  return (
    <div class="level" data-once>
      <input type="hidden" name={seenName(field.name)} value={field.seen} />
      {filled.role.several ? (
        <CheckboxGroup
          {...shown}
          options={options}
          values={chosen}
          status={<AddPerson words={words} name={field.name} />}
        />
      ) : (
        <PersonPicker {...shown} words={words} people={people} value={chosen[0]} />
      )}
      {field.later && <LaterBox field={field} words={words} typed={props.typed} />}
      <Together {...props} />
      <Arrange {...props} />
    </div>
  )
}

function chosenOf({ field, typed, picked }: LevelFieldProps): readonly string[] {
  if (typed && textOf(typed, seenName(field.name)) !== undefined) return typed[field.name] ?? []
  const stored =
    typeof field.value === "string" ? [field.value] : Array.isArray(field.value) ? field.value : []
  if (!picked || !field.people?.some(({ contact_id }) => contact_id === picked)) return stored
  return field.type === "many_of" ? [...stored, picked] : [picked]
}

/** Explains what choosing several people means. */
function Together({ req, filled, index }: LevelFieldProps) {
  const chosen = filled.levels[index] ?? []
  if (chosen.length < 2) return null
  const names = chosen.map((id) => filled.candidates.find(({ contact_id }) => contact_id === id)?.name ?? "")
  return <Notice>{req.words.roles.together(joinWords(names, req.lang))}</Notice>
}

function Arrange({ req, filled, field, index, arrangeField }: LevelFieldProps) {
  const words = req.words.roles
  const { levels } = filled
  if ((levels[index] ?? []).length === 0) return null
  const button = (text: string, icon: "up" | "down" | "trash", value: string) => (
    <Button variant="quiet" icon={icon} name={arrangeField} value={`${value}.${index + 1}`}>
      {text}
      <span class="visually-hidden">: {field.label}</span>
    </Button>
  )
  return (
    <div class="tools">
      {index > 0 && button(words.move_up, "up", "up")}
      {index < levels.length - 1 && button(words.move_down, "down", "down")}
      {button(words.remove, "trash", "remove")}
    </div>
  )
}
