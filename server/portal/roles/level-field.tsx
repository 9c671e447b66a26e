import type { Form } from "../../platform/http/pages.ts"
import { Notice } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { CheckboxGroup } from "../../ui/components/checkbox-group.tsx"
import type { FieldProps } from "../../ui/components/field.tsx"
import type { Field } from "../field.ts"
import { seenName, textOf } from "../form.ts"
import { LaterBox } from "../later.tsx"
import type { PageRequest } from "../page-request.ts"
import { AddPerson, PersonPicker } from "../person-picker.tsx"
import { type FilledSlot, joinNames } from "./slots.ts"

export interface LevelFieldProps {
  req: PageRequest
  filled: FilledSlot
  field: Field
  index: number
  typed: Form | undefined
  /** Somebody who was just added, to be chosen here. */
  picked: string | undefined
  error: FieldProps["error"]
  arrangeField: string
}

/** One level of a role: who is chosen, who else could be, and buttons that change the order. */
export function LevelField(props: LevelFieldProps) {
  const { req, filled, field: ask } = props
  const { words } = req
  const chosen = chosenOf(props)
  const field: FieldProps = {
    id: ask.name,
    label: ask.label,
    hint: ask.hint,
    error: props.error,
    optional: ask.required ? undefined : words.frame.optional,
  }
  // Whoever is chosen on another level cannot be chosen here; what was just typed stays as it was typed.
  const elsewhere = props.typed ? [] : filled.levels.filter((_, level) => level !== props.index).flat()
  const people = filled.candidates.filter(({ contact_id }) => !elsewhere.includes(contact_id))
  const options = people.map(({ contact_id, name, hint }) => ({ value: contact_id, label: name, hint }))
  return (
    <div class="level" data-once>
      <input type="hidden" name={seenName(ask.name)} value={ask.seen} />
      {filled.role.several ? (
        <CheckboxGroup
          {...field}
          options={options}
          values={chosen}
          status={<AddPerson words={words} name={ask.name} />}
        />
      ) : (
        <PersonPicker {...field} words={words} people={people} value={chosen[0]} />
      )}
      {ask.later && <LaterBox field={ask} words={words} typed={props.typed} />}
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

/** What it means that several are chosen, once they are. */
function Together({ req, filled, index }: LevelFieldProps) {
  const chosen = filled.levels[index] ?? []
  if (chosen.length < 2) return null
  const names = chosen.map((id) => filled.candidates.find(({ contact_id }) => contact_id === id)?.name ?? "")
  return <Notice>{req.words.roles.together(joinNames(req, names))}</Notice>
}

function Arrange({ req, filled, field, index, arrangeField }: LevelFieldProps) {
  const words = req.words.roles
  const { levels } = filled
  if ((levels[index] ?? []).length === 0) return null
  const button = (text: string, icon: "up" | "down" | "trash", value: string) => (
    <Button look="quiet" icon={icon} name={arrangeField} value={`${value}.${index + 1}`}>
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
