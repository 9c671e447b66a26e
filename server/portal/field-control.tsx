import type { ComponentChildren } from "preact"
import { faultSentence } from "../definition/fault-sentences.ts"
import type { Fault } from "../definition/faults.ts"
import { type Language, textIn } from "../definition/text.ts"
import type { Form } from "../platform/http/pages.ts"
import { Notice } from "../ui/components/banner.tsx"
import { Checkbox } from "../ui/components/checkbox.tsx"
import { CheckboxGroup } from "../ui/components/checkbox-group.tsx"
import { DateField } from "../ui/components/date-field.tsx"
import { WhyWeAsk } from "../ui/components/details.tsx"
import type { FieldProps } from "../ui/components/field.tsx"
import { MoneyField } from "../ui/components/money-field.tsx"
import { PhoneField } from "../ui/components/phone-field.tsx"
import { RadioGroup } from "../ui/components/radio-group.tsx"
import { SelectField } from "../ui/components/select-field.tsx"
import { TextArea } from "../ui/components/text-area.tsx"
import { TextField } from "../ui/components/text-field.tsx"
import { clearName, type Field } from "./field.ts"
import { limitOf, sensitiveHint } from "./field-hints.ts"
import { seenName } from "./form.ts"
import { PersonPicker } from "./person-picker.tsx"
import { dateValue, listValue, textValue } from "./typed-value.ts"
import type { Words } from "./words/en.ts"

export interface FieldControlProps {
  ask: Field
  lang: Language
  words: Words
  /** The form as it was sent, when the page is shown again: what was typed stands as it was typed. */
  typed?: Form | undefined
  fault?: Fault | undefined
  /** The page's only question: its label is the heading. */
  heading?: boolean
  /** What shows under an option while it is picked. */
  revealed?: Readonly<Record<string, ComponentChildren>>
  /** The ask whose option this one shows under. */
  owner?: string
}

export interface FieldControlsProps extends Omit<FieldControlProps, "ask" | "fault" | "revealed"> {
  fields: readonly Field[]
  faults: readonly { field: Field; fault: Fault }[]
}

/** The controls of a page; those that belong to an option stand under it. */
export function FieldControls({ fields, faults, heading, ...common }: FieldControlsProps) {
  const control = (ask: Field, owner?: string) => (
    <FieldControl
      {...common}
      owner={owner}
      heading={heading && ask === fields[0]}
      key={ask.name}
      ask={ask}
      fault={faults.find((fault) => fault.field.name === ask.name)?.fault}
      revealed={Object.fromEntries(
        Object.entries(ask.reveals ?? {}).map(([option, names]) => [
          option,
          fields.filter(({ name }) => names.includes(name)).map((each) => control(each, ask.name)),
        ]),
      )}
    />
  )
  const nested = fields.flatMap(({ reveals }) => Object.values(reveals ?? {}).flat())
  return <>{fields.filter(({ name }) => !nested.includes(name)).map((each) => control(each))}</>
}

/** The control for an ask, with the mark of what this page has seen of it. */
export function FieldControl(props: FieldControlProps) {
  const { ask } = props
  if (ask.masked) return <MaskedAnswer {...props} />
  const field = (
    <>
      <input
        type="hidden"
        name={seenName(ask.name)}
        value={ask.seen}
        data-type={ask.type}
        data-group={ask.group ?? (ask.type === "date" ? ask.name : undefined)}
        data-owner={props.owner}
        data-secret={ask.sensitive ? "" : undefined}
      />
      <Control {...props} />
      {ask.sensitive && ask.given && (
        <Checkbox id={clearName(ask.name)} label={props.words.questions.clear_given} />
      )}
    </>
  )
  if (!ask.when) return field
  const rule = { "data-ask": ask.name, "data-when": JSON.stringify(ask.when) }
  // A template is inert: without script what is hidden sends nothing, and the server asks for it next.
  return ask.hidden ? <template {...rule}>{field}</template> : <div {...rule}>{field}</div>
}

/** A sensitive answer that was given: that it was, and a link to give another. */
function MaskedAnswer({ ask, words, heading }: FieldControlProps) {
  const label = <span class="label">{ask.label}</span>
  return (
    <div class="field" id={`${ask.name}-field`}>
      {heading ? <h1 class="label-heading">{label}</h1> : label}
      {ask.asked}
      <p id={ask.name} tabindex={-1}>
        {words.questions.given}
      </p>
      <p>
        <a href={ask.masked?.change_url}>
          {words.questions.change_given} <span class="visually-hidden">{ask.label}</span>
        </a>
      </p>
    </div>
  )
}

function Control({ ask, lang, words, typed, fault, heading, revealed }: FieldControlProps) {
  const asking = ask.hint ?? (ask.type === "date" ? words.frame.date_hint : undefined)
  const hints = [asking, ask.sensitive && sensitiveHint(ask, words), ask.changed].filter(Boolean)
  const why = ask.why && <WhyWeAsk summary={words.frame.why}>{ask.why}</WhyWeAsk>
  const field: FieldProps = {
    id: ask.name,
    label: ask.label,
    hint: hints.join(" ") || undefined,
    why: [why, ask.asked],
    error: fault && faultSentence(fault, ask.label, lang),
    optional: ask.required ? undefined : words.frame.optional,
    heading,
  }
  const text = textValue(ask, typed)
  const common = { ...field, value: text, autocomplete: ask.autocomplete, width: ask.width }
  const options = (ask.options ?? []).map(({ value, label, hint }) => ({
    value,
    label: textIn(label, lang),
    hint,
    reveal: revealed?.[value],
  }))
  switch (ask.type) {
    case "long_text":
      return <TextArea {...common} rows={ask.rows} limit={limitOf(ask, lang, words)} />
    case "yes_no":
      return (
        <RadioGroup
          {...field}
          inline
          value={text}
          options={[
            { value: "yes", label: words.frame.yes },
            { value: "no", label: words.frame.no },
          ]}
        />
      )
    case "one_of":
    case "choice":
      return ask.as_list ? (
        <SelectField {...field} value={text} options={options} placeholder={words.frame.choose} />
      ) : (
        <RadioGroup {...field} value={text} options={options} inline={ask.inline} />
      )
    case "many_of":
      return <CheckboxGroup {...field} options={options} values={listValue(ask, typed)} />
    case "date":
      return (
        <DateField
          {...field}
          value={dateValue(ask, typed)}
          faults={fault?.parts}
          labels={{ month: words.frame.month, day: words.frame.day, year: words.frame.year }}
          birthday={ask.autocomplete === "bday"}
        />
      )
    case "money":
      return <MoneyField {...common} currency="$" />
    case "number":
      return <TextField {...common} inputmode={ask.whole ? "numeric" : "decimal"} width={ask.width ?? 10} />
    case "email":
      return <TextField {...common} type="email" inputmode="email" spellcheck={false} />
    case "phone":
      return <PhoneField {...common} />
    case "contact":
      return <PersonPicker {...field} words={words} value={text} people={ask.people ?? []} />
    case "text":
      return (
        <TextField
          {...common}
          autocomplete={ask.sensitive ? "off" : ask.autocomplete}
          spellcheck={ask.sensitive ? false : undefined}
        />
      )
    case "notice":
      return (
        <Notice>
          <p>{ask.label}</p>
          {ask.hint && <p>{ask.hint}</p>}
        </Notice>
      )
    default:
      return ask.type satisfies never
  }
}
