import type { ComponentChildren } from "preact"
import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import type { Fault } from "../../../definition/faults/faults.ts"
import type { Line } from "../../../definition/kinds/kind.ts"
import { comparedAs, kinds } from "../../../definition/kinds.ts"
import { type Language, textIn } from "../../../definition/text.ts"
import { displayValue } from "../../../definition/values/values.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { seenName } from "../../../web/portal/form.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Checkbox, CheckboxGroup, RadioGroup } from "../../../web/ui/components/choice.tsx"
import { DateField } from "../../../web/ui/components/date-field.tsx"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import type { FieldProps } from "../../../web/ui/components/field.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { TextArea, TextField } from "../../../web/ui/components/text-field.tsx"
import { addressCells, tableRows } from "./cells.ts"
import { Cells, ComputedValue, TableRows } from "./cells-control.tsx"
import { clearName, type Field } from "./field.ts"
import { limitOf, sensitiveHint } from "./field-hints.ts"
import { MaskedAnswer } from "./masked-answer.tsx"
import { NotSure } from "./not-sure.tsx"
import { AddPerson, PersonPicker, ShareTotal } from "./person-picker.tsx"
import { dateValue, listValue, textValue } from "./typed-value.ts"

export interface FieldControlProps {
  field: Field
  lang: Language
  words: Words
  /** The posted form, when the page is shown again with faults: its values take precedence over saved ones. */
  typed?: Form | undefined
  fault?: Fault | undefined
  /** What is wrong with the form, for fields with controls of their own. */
  errors?: readonly SummaryError[]
  /** Renders the label as the page's heading. */
  heading?: boolean
  /** Controls to show under each option while it is picked. */
  revealed?: Readonly<Record<string, ComponentChildren>>
  /** The field whose option reveals this one. */
  owner?: string
}

/** The control for a field, with the revision this page has seen in a hidden input. */
export function FieldControl(props: FieldControlProps) {
  const { field } = props
  if (field.masked) return <MaskedAnswer {...props} />
  const control = (
    <>
      <input
        type="hidden"
        name={seenName(field.name)}
        value={field.seen}
        data-compared={comparedAs(field.type)}
        data-limits={amountLimits(field)}
        data-group={field.group ?? (hasSeveralControls(field) ? field.name : undefined)}
        data-owner={props.owner}
        data-secret={field.sensitive ? "" : undefined}
      />
      {field.own ? (
        field.own.control({ field, typed: props.typed, errors: props.errors ?? [] })
      ) : (
        <Control {...props} />
      )}
      {field.note}
      {field.later && <NotSure {...props} typed={props.typed} />}
      {field.sensitive && field.given && (
        <Checkbox id={clearName(field.name)} label={props.words.questions.clear_given} />
      )}
    </>
  )
  if (!field.when) return field.hidden ? null : control
  const rule = { "data-ask": field.name, "data-when": JSON.stringify(field.when) }
  // A template is inert: without script, hidden fields send nothing, and the server asks for them on the next page.
  return field.hidden ? <template {...rule}>{control}</template> : <div {...rule}>{control}</div>
}

/** How the browser parses an amount before it compares it, so that both read it alike. */
function amountLimits({ type, min, max, whole }: Field): string | undefined {
  const isAmount = ["number", "money", "percentage"].includes(comparedAs(type) ?? "")
  const limits = JSON.stringify({ min, max, whole })
  return isAmount && limits !== "{}" ? limits : undefined
}

const several: readonly unknown[] = ["date", "address", "table"]
const hasSeveralControls = ({ type }: Field) => several.includes(kinds[type].control)

function Control({ field, lang, words, typed, fault, heading, revealed }: FieldControlProps) {
  const date_hint = words.frame.date_hints[field.precision ?? "day"]
  const format_hint = field.hint ?? (field.type === "date" && !field.is_cell ? date_hint : undefined)
  const secret_hint = field.sensitive && !field.is_cell && sensitiveHint(field, words)
  const { prior } = field
  const why = !field.later && field.why
  const hints = [format_hint, secret_hint, why, field.changed, !prior?.is_in_doubt && prior?.words].filter(
    Boolean,
  )
  const doubt = prior?.is_in_doubt && (
    <Notice tone="warning">
      <p>{prior.words}</p>
    </Notice>
  )
  const shown: FieldProps = {
    id: field.name,
    label: field.label,
    hint: hints.join(" ") || undefined,
    notes: [doubt, field.correction],
    error: fault && faultSentence(fault, field.label, lang),
    optional: field.required || field.is_cell ? undefined : words.frame.optional,
    heading,
  }
  const text = textValue(field, typed)
  const options = (field.options ?? []).map(({ value, label, hint, exclusive, initials, stands_for }) => ({
    value,
    label: textIn(label, lang),
    hint,
    attributes: {
      "data-exclusive": exclusive || undefined,
      "data-initials": initials,
      "data-stands-for": stands_for?.join(" ") || undefined,
    },
    reveal: revealed?.[value],
  }))
  const { cell: faultyCell, ...cellFault } = fault ?? { code: "answer_missing" }
  const cellControl = (cell: Field) => (
    <Control
      key={cell.name}
      {...{ field: cell, lang, words, typed }}
      fault={faultyCell && cell.name === `${field.name}_${cellFault.at}` ? cellFault : undefined}
    />
  )
  const { control } = kinds[field.type]
  if (typeof control === "object") return <TextField {...shown} value={text} {...lineOf(field, control)} />
  switch (control) {
    case "text_area":
      return (
        <TextArea
          {...shown}
          value={text}
          autocomplete={field.autocomplete}
          rows={field.rows}
          limit={limitOf(field, lang, words)}
        />
      )
    case "yes_no":
      return (
        <RadioGroup
          {...shown}
          inline
          value={text}
          options={[
            { value: "yes", label: words.frame.yes },
            { value: "no", label: words.frame.no },
          ]}
        />
      )
    case "option":
      return field.as_list ? (
        <SelectField {...shown} value={text} options={options} placeholder={words.frame.choose} />
      ) : (
        <RadioGroup {...shown} value={text} options={options} inline={field.inline} />
      )
    case "options":
      return (
        <CheckboxGroup
          {...shown}
          options={options}
          values={listValue(field, typed)}
          status={
            field.people && (
              <>
                <ShareTotal words={words} />
                <AddPerson words={words} name={field.name} />
              </>
            )
          }
        />
      )
    case "date":
      return (
        <DateField
          {...shown}
          value={dateValue(field, typed)}
          faults={fault?.parts}
          labels={{ month: words.frame.month, day: words.frame.day, year: words.frame.year }}
          birthday={field.autocomplete === "bday"}
        />
      )
    case "address":
      return <Cells {...shown}>{addressCells(field, lang, words).map(cellControl)}</Cells>
    case "table":
      return (
        <TableRows
          {...shown}
          error={fault?.cell ? undefined : shown.error}
          words={words}
          rows={tableRows(field, lang, typed).map((cells) => cells.map(cellControl))}
        />
      )
    case "person":
      return <PersonPicker {...shown} words={words} value={text} people={field.people ?? []} />
    case "computed":
      return <ComputedValue {...shown}>{displayValue(field, field.value, lang, {})}</ComputedValue>
    case "file":
      // A file question has its own page, from `requestPages`.
      return null
    case "notice":
      return (
        <Notice>
          <p>{field.label}</p>
          {field.hint && <p>{field.hint}</p>}
        </Notice>
      )
    default:
      return control satisfies never
  }
}

function lineOf(field: Field, line: Line): Line {
  const { autocomplete = line.autocomplete, width = line.width, whole, sensitive } = field
  return {
    ...line,
    ...(whole && { inputmode: "numeric" as const }),
    width,
    ...(sensitive ? { autocomplete: "off", spellcheck: false } : { autocomplete }),
  }
}
