import { truncated } from "../../../../../definition/conditions/findings.ts"
import { textIn } from "../../../../../definition/text.ts"
import { faultAt, type RefusedForm } from "../../../../../web/console/page-request.ts"
import { SelectField, type SelectFieldProps } from "../../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../../web/ui/components/text-field.tsx"
import { nameOf } from "./condition-form.ts"
import {
  type ConditionRow,
  comparisonsFor,
  factLabels,
  factsBefore,
  optionsFor,
  type PartsBefore,
} from "./condition-groups.ts"

interface RowFieldsProps {
  group: number
  number: number
  label: string
  /** The group, for screen reader labels. */
  about: string
  row: ConditionRow
  before: PartsBefore
  refused: RefusedForm | undefined
}

/** One condition: its subject, and the comparisons and values that suit the subject. */
export function RowFields({ group, number, label, about, row, before, refused }: RowFieldsProps) {
  const of = (field: string) => nameOf(field, group, number)
  const comparisons = comparisonsFor(row.subject, before)
  const options = optionsFor(row.subject, before, row.value)
  const hidden = (word: string) => (
    <span class="visually-hidden">{`${word} of condition ${number}${about}`}</span>
  )
  const isOpen = row.comparison !== "answered" && row.comparison !== "unanswered"
  return (
    <div class="condition">
      <SelectField
        id={of("if")}
        label={
          <>
            {label}
            <span class="visually-hidden">{about}</span>
          </>
        }
        placeholder={row.subject ? "Remove this condition" : "Choose a question"}
        value={row.subject}
        error={faultAt(refused, of("if"))}
        options={subjectsAmong(before, row.subject)}
      />
      {comparisons.length > 0 && (
        <>
          <input type="hidden" name={of("was")} value={row.subject} />
          <SelectField
            id={of("how")}
            label={hidden("Comparison")}
            value={row.comparison}
            options={comparisons}
          />
          {isOpen && options.length > 0 && (
            <SelectField
              id={of("what")}
              label={hidden("Answer")}
              value={row.value}
              options={options.map(([value, words]) => ({ value: String(value), label: words }))}
            />
          )}
          {isOpen && options.length === 0 && (
            <TextField
              id={of("what")}
              label={hidden("Answer")}
              value={row.value}
              error={faultAt(refused, of("what"))}
              autocomplete="off"
            />
          )}
        </>
      )}
    </div>
  )
}

function subjectsAmong(before: PartsBefore, chosen: string): SelectFieldProps["options"] {
  const earlier = before.questions.map(({ id, prompt }) => ({
    value: id,
    label: truncated(textIn(prompt, "en")),
  }))
  return [
    ...(earlier.length > 0 ? [{ group: "Earlier questions", options: earlier }] : []),
    {
      group: "The matter",
      options: factsBefore(before, chosen).map((name) => ({ value: name, label: factLabels[name] })),
    },
  ]
}
