import type { Form } from "../../../platform/http/responses/pages.ts"
import { joinWords } from "../../../platform/joined-words.ts"
import { type Field, laterOption } from "../../../web/portal/fields/field.ts"
import { AddPerson, PersonPicker, personOption } from "../../../web/portal/fields/person-picker.tsx"
import { listValue, textValue } from "../../../web/portal/fields/typed-value.ts"
import { seenName } from "../../../web/portal/form.ts"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import { LaterBox } from "../../../web/portal/sections/later.tsx"
import { CheckboxGroup } from "../../../web/ui/components/choice.tsx"
import type { FieldProps } from "../../../web/ui/components/field.tsx"
import type { FilledSlot } from "./slots.ts"

export interface LevelFieldProps {
  req: PageRequest
  slot: FilledSlot
  field: Field
  index: number
  /** The words around it say what it is for, so that its label is for screen readers. */
  is_spoken: boolean
  /** The words of the sentence in front of it. */
  before: string | false
  typed: Form | undefined
  error: FieldProps["error"]
}

/** One level of a role: a list to choose from, or several people who would serve together, folded under their names. */
export function LevelField(props: LevelFieldProps) {
  const { req, slot, field, index, is_spoken, typed } = props
  const { words } = req
  const none = index > 0 ? words.roles.no_one_yet : words.frame.choose
  const chosen = slot.role.several ? listValue(field, typed) : [textValue(field, typed)]
  const shown: FieldProps = {
    id: field.name,
    label: is_spoken ? <span class="visually-hidden">{field.label}</span> : field.label,
    hint: field.hint,
    error: props.error,
    optional: field.required || is_spoken ? undefined : words.frame.optional,
  }
  const named = slot.candidates.filter(({ contact_id }) => chosen.includes(contact_id))
  return (
    <div class={field.group ? "level is-suggested" : "level"} data-once={slot.path}>
      {props.before && <span>{props.before}</span>}
      <input type="hidden" name={seenName(field.name)} value={field.seen} data-group={field.group} />
      {slot.role.several ? (
        <details class="folded-choice" open={Boolean(props.error)}>
          <summary class="input" data-none={none}>
            {joinWords(
              named.map(({ name }) => name),
              req.lang,
            ) || none}
          </summary>
          <CheckboxGroup
            {...shown}
            label={field.label}
            options={slot.candidates.map(personOption)}
            values={chosen}
            status={<AddPerson words={words} name={field.name} />}
          />
          {field.later && <LaterBox field={field} words={words} typed={typed} />}
        </details>
      ) : (
        <PersonPicker
          {...shown}
          words={words}
          people={slot.candidates}
          value={chosen[0] || (field.later?.is_on ? laterOption : "")}
          as_list={{ none, more: field.later ? [{ value: laterOption, label: words.frame.later }] : [] }}
        />
      )}
    </div>
  )
}
