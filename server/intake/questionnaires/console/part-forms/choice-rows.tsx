import type { Option } from "../../../../definition/kinds/kind.ts"
import { type Text, textIn } from "../../../../definition/text.ts"
import { checkbox } from "../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { faultAt, type RefusedForm, trimmedTextOf } from "../../../../web/console/page-request.ts"
import { Button } from "../../../../web/ui/components/button.tsx"
import { TextArea } from "../../../../web/ui/components/text-field.tsx"
import { wording } from "./fields.tsx"
import { type FormReader, optionsOfLines, readField, rowNumbersOf } from "./part-form.ts"

interface ChoiceRowsProps {
  /** The prefix of its field names. */
  name: string
  /** A suffix for labels if the form has several lists: " of field 2". */
  about?: string
  stored: readonly Option[] | undefined
  refused: RefusedForm | undefined
  /** Several can be chosen, so one may have to stand alone. */
  several?: boolean
}

export function ChoiceRows({ name, about = "", stored = [], refused, several }: ChoiceRowsProps) {
  const rows = refused ? typedRows(refused, name) : stored
  return (
    <fieldset class="field choices">
      <legend class="label">{`Choices${about}`}</legend>
      {rows.map(({ value, label, exclusive }, index) => {
        const number = index + 1
        const step = (name_of_step: string, text: string, word: string, disabled = false) => (
          <Button
            {...{ variant: "quiet", small: true, disabled }}
            name={`${name}_step`}
            value={`${name_of_step} ${number}`}
            attributes={{ "aria-label": `${word} choice ${number}${about}` }}
          >
            {text}
          </Button>
        )
        return (
          <div key={value} class="choice-line">
            <input type="hidden" name={`${name}_value_${number}`} value={value} />
            {showFields(
              {
                [`${name}_${number}`]: labelField(number, about, label),
                ...(several && { [`${name}_exclusive_${number}`]: exclusiveField(number, exclusive) }),
              },
              refused,
            )}
            <div class="choice-steps">
              {step("up", "↑", "Move up", index === 0)}
              {step("down", "↓", "Move down", number === rows.length)}
              {step("remove", "✕", "Remove")}
            </div>
          </div>
        )
      })}
      <TextArea
        id={`${name}_more`}
        label={`Add choices${about}, one per line`}
        rows={2}
        value={refused?.form[`${name}_more`]?.at(-1)}
        error={faultAt(refused, `${name}_more`)}
        attributes={{ "data-late": true }}
      />
    </fieldset>
  )
}

function labelField(number: number, about = "", value?: Text) {
  return wording({ label: `Choice ${number}${about}`, missing: "Enter the choice, or remove it.", value })
}

function exclusiveField(number: number, value = false) {
  return checkbox({ label: `Choice ${number} stands alone, such as “None of these”`, value })
}

/** Reads the rows in their new order, followed by the pasted ones. */
export function readChoices(reader: FormReader, name: string): Option[] {
  const { form } = reader
  const [step = "", at = ""] = trimmedTextOf(form, `${name}_step`).split(" ")
  const gone = step === "remove" ? Number(at) : 0
  const rows = rowNumbersOf(form, name)
    .filter((number) => number !== gone)
    .map((number) => ({
      value: trimmedTextOf(form, `${name}_value_${number}`),
      label: readField(reader, `${name}_${number}`, labelField(number)),
      ...(readField(reader, `${name}_exclusive_${number}`, exclusiveField(number)) && { exclusive: true }),
    }))
  const from = Number(at) - 1
  const to = step === "up" ? from - 1 : step === "down" ? from + 1 : from
  const moving = rows[from]
  const ordered =
    moving && to !== from && gone === 0 ? rows.toSpliced(from, 1).toSpliced(to, 0, moving) : rows
  return [...ordered, ...optionsOfLines(trimmedTextOf(form, `${name}_more`), ordered)]
}

function typedRows({ form }: RefusedForm, name: string): Option[] {
  return rowNumbersOf(form, name).map((number) => ({
    value: trimmedTextOf(form, `${name}_value_${number}`),
    label: textIn(trimmedTextOf(form, `${name}_${number}`), "en"),
  }))
}
