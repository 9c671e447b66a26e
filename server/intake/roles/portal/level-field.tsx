import type { Form } from "../../../platform/http/responses/pages.ts"
import { seenName } from "../../../web/portal/form.ts"
import { Details } from "../../../web/ui/components/card.tsx"
import type { FieldProps } from "../../../web/ui/components/field.tsx"
import { type Field, laterOption } from "../../portal/fields/field.ts"
import { PersonPicker } from "../../portal/fields/person-picker.tsx"
import { listValue, textValue } from "../../portal/fields/typed-value.ts"
import type { PageRequest } from "../../portal/page-request.ts"
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

/** One level of a role: a list to choose from, and folded below it one for each person who would serve together. */
export function LevelField(props: LevelFieldProps) {
  const { req, slot, field, index, is_spoken, typed } = props
  const { words } = req
  const none = index > 0 ? words.roles.no_one_yet : words.frame.choose
  const sent = slot.role.several ? listValue(field, typed) : [textValue(field, typed)]
  const [first, ...others] = sent.filter(Boolean)
  const list = (value: string, at: number) => {
    const label = at === 0 ? field.label : `${field.label}: ${words.roles.serves_too}`
    return (
      <PersonPicker
        key={at}
        id={at === 0 ? field.name : `${field.name}-${at + 1}`}
        name={field.name}
        label={is_spoken || at > 0 ? <span class="visually-hidden">{label}</span> : label}
        hint={at === 0 ? field.hint : undefined}
        error={at === 0 && props.error}
        optional={at > 0 || field.required || is_spoken ? undefined : words.frame.optional}
        words={words}
        people={slot.candidates}
        value={value}
        as_list={{
          none: at === 0 ? none : words.roles.no_one_yet,
          more: field.later && at === 0 ? [{ value: laterOption, label: words.frame.later }] : [],
        }}
      />
    )
  }
  return (
    <div class={field.group ? "level is-suggested" : "level"}>
      {props.before && <span>{props.before}</span>}
      <input type="hidden" name={seenName(field.name)} value={field.seen} data-group={field.group} />
      {list(first ?? (field.later?.is_on ? laterOption : ""), 0)}
      {slot.role.several && (
        <Details summary={words.roles.serves_too} open={others.length > 0}>
          <p class="hint">{words.roles.several_hint}</p>
          {[...others, ""].map((value, at) => list(value, at + 1))}
        </Details>
      )}
    </div>
  )
}
