import type { WhoMayServe } from "../../../../definition/conditions/who-may-serve.ts"
import type { Question } from "../../../../definition/definition.ts"
import { isNumeric, type QuestionType, takesAnswer } from "../../../../definition/question-types.ts"
import { typedNumber } from "../../../../definition/values/amounts.ts"
import { fieldOf, type RefusedForm, textOf, typedOr } from "../../../../web/console/page-request.ts"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { readAdditionalFields } from "../builder/additional-fields.tsx"
import { ChoiceRows, readChoices } from "./choice-rows.tsx"
import { precisionOptions, readPrecision } from "./conditions/precision.ts"
import { readDecimal } from "./conditions/typed-decimal.ts"
import { CheckboxField } from "./fields.tsx"
import { type FormReader, isChecked, noteFault, readWhole } from "./form-reader.ts"
import { isoDateOf, typedIsoDate } from "./iso-date.ts"
import { readWhoMayServe, WhoMayServeFields } from "./who-may-serve-fields.tsx"

const boundLabels = { min: "Smallest number", max: "Largest number" }

const hasOptions = (type: QuestionType) => type === "one_of" || type === "many_of"
const hasBounds = (type: QuestionType) => (isNumeric(type) && takesAnswer(type)) || type === "date"
const hasLength = (type: QuestionType) => type === "text" || type === "long_text"

/** Fields for the settings that only some question types have. */
export function TypeFields({ question, refused }: { question: Question; refused: RefusedForm | undefined }) {
  const { type, options, min = "", max = "", max_length } = question
  const bound = (name: "min" | "max", label: string, stored: string) => (
    <TextField
      {...fieldOf(refused, name, type === "date" ? typedIsoDate(stored) : typedNumber(stored))}
      label={label}
      optional="(optional)"
      hint={
        type === "date"
          ? name === "max"
            ? "For example, 12/31/2026, or today."
            : "For example, 1/1/1900."
          : undefined
      }
      width={10}
      autocomplete="off"
    />
  )
  return (
    <>
      {hasOptions(type) && (
        <ChoiceRows name="choice" stored={options} refused={refused} several={type === "many_of"} />
      )}
      {hasBounds(type) && (
        <div class="grid">
          {bound("min", type === "date" ? "Earliest date" : boundLabels.min, min)}
          {bound("max", type === "date" ? "Latest date" : boundLabels.max, max)}
        </div>
      )}
      {type === "date" && (
        <SelectField
          id="precision"
          label="What is enough"
          hint="The day is often unknown when someone bought a house long ago."
          value={typedOr(refused, "precision", question.precision ?? "day")}
          options={precisionOptions}
        />
      )}
      {type === "number" && (
        <CheckboxField name="whole" label="Whole numbers only" stored={question.whole} refused={refused} />
      )}
      {type === "file" && (
        <CheckboxField
          name="several"
          label="More than one file"
          stored={question.several}
          refused={refused}
        />
      )}
      {type === "contact" && <WhoMayServeFields stored={question} refused={refused} />}
      {hasLength(type) && (
        <TextField
          {...fieldOf(refused, "max_length", max_length === undefined ? "" : String(max_length))}
          label="Maximum length"
          optional="(optional)"
          width={10}
          inputmode="numeric"
          autocomplete="off"
        />
      )}
    </>
  )
}

/** Reads those settings. Drops the ones that do not apply to the new type, and keeps those the form did not show. */
export function settingsOf(reader: FormReader, question: Question, type: QuestionType): Partial<Question> {
  const isShown = question.type === type
  const { options, whole, max_length, columns = [] } = question
  const bounds = hasBounds(type) && isShown
  return {
    options: hasOptions(type)
      ? reader.form.choice_count
        ? readChoices(reader, "choice")
        : options
      : undefined,
    min: bounds ? readBound(reader, "min", type) : undefined,
    max: bounds ? readBound(reader, "max", type) : undefined,
    whole: type === "number" ? (isShown ? isChecked(reader, "whole") || undefined : whole) : undefined,
    precision:
      type === "date" ? (isShown ? readPrecision(reader, "precision") : question.precision) : undefined,
    max_length: hasLength(type)
      ? isShown
        ? readWhole(reader, "max_length", 1, 100_000)
        : max_length
      : undefined,
    several:
      type === "file" && (isShown ? isChecked(reader, "several") : question.several) ? true : undefined,
    ...whoMayServeOf(reader, question, type),
    columns: type === "table" ? (isShown ? readAdditionalFields(reader, columns) : columns) : undefined,
  }
}

function whoMayServeOf(reader: FormReader, question: Question, type: QuestionType): WhoMayServe {
  if (type !== "contact") return { adults_only: undefined, not_clients: undefined }
  if (question.type === type) return readWhoMayServe(reader)
  return { adults_only: question.adults_only, not_clients: question.not_clients }
}

function readBound(reader: FormReader, name: "min" | "max", type: QuestionType): string | undefined {
  if (type !== "date") return readDecimal(reader, name, type, boundLabels[name])
  const typed = textOf(reader.form, name)
  if (typed === "") return undefined
  if (name === "max" && typed.toLowerCase() === "today") return "today"
  const date = isoDateOf(typed)
  if (!date) noteFault(reader, name, "Enter a date like 12/31/2026.")
  return date
}
