import type { Question } from "../../../../definition/definition.ts"
import { comparedAs, isNumeric, isTyped, kinds, type QuestionType } from "../../../../definition/kinds.ts"
import { typedNumber } from "../../../../definition/values/amounts.ts"
import { isoDateOf, typedIsoDate } from "../../../../definition/values/iso-date.ts"
import { trimmed } from "../../../../definition/values/typed-text.ts"
import { type Field, mapped, type ParsedField } from "../../../../web/console/forms/field.ts"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { line, wholeNumber } from "../../../../web/console/forms/text-fields.tsx"
import type { RefusedForm } from "../../../../web/console/page-request.ts"
import { readAdditionalFields } from "../builder/additional-fields.tsx"
import { ChoiceRows, readChoices } from "./choice-rows.tsx"
import { parseDecimal } from "./conditions/condition-groups.ts"
import { flag, precisionField, whoMayServeFields } from "./fields.tsx"
import { type FormReader, readFields } from "./part-form.ts"

const max_text_length = 100_000

const hasOptions = (type: QuestionType) => ["option", "options"].includes(comparedAs(type))
const hasBounds = (type: QuestionType) => (isNumeric(type) && isTyped(type)) || type === "date"
const hasLength = (type: QuestionType) => kinds[type].max_length !== undefined

export function TypeFields({ question, refused }: { question: Question; refused: RefusedForm | undefined }) {
  const { type, options } = question
  return (
    <>
      {hasOptions(type) && (
        <ChoiceRows name="choice" stored={options} refused={refused} several={type === "many_of"} />
      )}
      {hasBounds(type) && <div class="grid">{showFields(boundFields(question), refused)}</div>}
      {showFields(moreFields(question), refused)}
    </>
  )
}

function boundFields({ type, min = "", max = "" }: Question) {
  const isDate = type === "date"
  const bound = (
    label: string,
    stored: string,
    example: string,
    word?: string,
  ): Field<string | undefined> => ({
    ...line({
      ...{ label, optional: true, width: 10, max: 30 },
      hint: isDate ? `For example, ${example}.` : undefined,
      value: isDate ? typedIsoDate(stored) : typedNumber(stored),
    }),
    parse: (typed) => {
      const text = trimmed(typed?.at(-1) ?? "")
      return isDate ? parseDay(text, word) : parseDecimal(text, type, label)
    },
  })
  return {
    min: bound(isDate ? "Earliest date" : "Smallest number", min, "1/1/1900"),
    max: bound(isDate ? "Latest date" : "Largest number", max, "12/31/2026, or today", "today"),
  }
}

function parseDay(typed: string, word: string | undefined): ParsedField<string | undefined> {
  const value = typed.toLowerCase() === word ? word : isoDateOf(typed)
  if (value || typed === "") return { value }
  return { fault: { code: "unknown_value", message: "Enter a date like 12/31/2026." } }
}

function moreFields(question: Question) {
  const { type, precision, whole, several, max_length = null } = question
  return {
    ...(type === "date" && {
      precision: precisionField({
        label: "What is enough",
        hint: "The day is often unknown when someone bought a house long ago.",
        value: precision,
      }),
    }),
    ...(type === "number" && { whole: flag({ label: "Whole numbers only", value: whole ?? false }) }),
    ...(type === "file" && { several: flag({ label: "More than one file", value: several ?? false }) }),
    ...(type === "contact" && whoMayServeFields(question)),
    ...(hasLength(type) && {
      max_length: mapped(
        wholeNumber({
          ...{ label: "Maximum length", optional: true, width: 10, blank: "no limit" },
          ...{ min: 1, max: max_text_length, value: max_length },
        }),
        (length) => length ?? undefined,
      ),
    }),
  }
}

/** Reads those settings. Drops the ones that do not apply to the new type, and keeps those the form did not show. */
export function settingsOf(reader: FormReader, question: Question, type: QuestionType): Partial<Question> {
  const isShown = question.type === type
  const { options, max_length, columns = [] } = question
  return {
    ...{ min: undefined, max: undefined, whole: undefined, precision: undefined },
    ...{ several: undefined, adults_only: undefined, not_clients: undefined },
    max_length: hasLength(type) ? max_length : undefined,
    ...(isShown && hasBounds(type) && readFields(reader, boundFields(question))),
    ...(isShown && readFields(reader, moreFields(question))),
    options: hasOptions(type)
      ? reader.form.choice_more
        ? readChoices(reader, "choice")
        : options
      : undefined,
    columns: type === "table" ? (isShown ? readAdditionalFields(reader, columns) : columns) : undefined,
  }
}
