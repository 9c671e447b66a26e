import { type AnswerValue, answerKey } from "../../../../definition/conditions/conditions.ts"
import type { Question } from "../../../../definition/definition.ts"
import { faultSentence } from "../../../../definition/faults/fault-sentences.ts"
import type { Control } from "../../../../definition/kinds/kind.ts"
import { max_long_length } from "../../../../definition/kinds/texts.ts"
import { kinds } from "../../../../definition/kinds.ts"
import { questionsOf } from "../../../../definition/parts.ts"
import { textIn } from "../../../../definition/text.ts"
import { missingAnswer, parseAnswer, typedText } from "../../../../definition/values/values.ts"
import { checkboxes, choice, list } from "../../../../web/console/forms/choice-fields.tsx"
import { type Field, fieldValue } from "../../../../web/console/forms/field.ts"
import { line, text } from "../../../../web/console/forms/text-fields.tsx"
import type { Visibility } from "../../../matters/progress/visibility.ts"

/** Controls that need a page of their own; with the others, answers are edited in their line. */
const complex: readonly Control[] = ["person", "address", "table", "file", "computed", "notice"]

/** The answers that staff edit in their lines, with their keys; not what each client answers alone, which is theirs. */
export function editedInLine({ definition, facts, visible, alone }: Visibility) {
  return questionsOf(definition)
    .filter(({ id, type }) => !complex.includes(kinds[type].control) && !alone.has(id))
    .flatMap((question) =>
      (question.each_client ? facts.clients : [null]).map((about) => ({
        question,
        about,
        key: answerKey(question.id, about),
      })),
    )
    .filter(({ key }) => visible.has(key))
}

/** A question as a field, read as in the client's pages. A sensitive answer stays on the server, and one left blank stays. */
export function answerField(
  question: Question,
  { value, given, today }: { value: AnswerValue | null; given: boolean; today: string },
): Field<AnswerValue | null> {
  const { required, sensitive } = question
  const label = textIn(question.prompt, "en")
  const isMissing = required && !(sensitive && given)
  const missing = isMissing ? faultSentence(missingAnswer(question), label, "en") : undefined
  return {
    ...controlOf(question, label, sensitive ? null : value),
    parse: (typed = []) => {
      const parsed = parseAnswer(question, typed, today)
      return fieldValue(parsed, { label, missing }, null)
    },
  }
}

function controlOf(
  question: Question,
  label: string,
  stored: AnswerValue | null,
): Omit<Field<unknown>, "parse"> {
  const { type, sensitive, precision = "day" } = question
  const value = typedText(question, stored)
  const field = {
    label,
    value,
    hint: sensitive ? "Stored encrypted. Leave it blank to keep the answer." : undefined,
  }
  const options = (question.options ?? []).map(({ value, label }) => ({ value, label: textIn(label, "en") }))
  const max = question.max_length ?? max_long_length
  const { control } = kinds[type]
  switch (control) {
    case "text_area":
      return text({ ...field, max, rows: 4 })
    case "yes_no":
      return choice({ ...field, options: yesOrNo, inline: true })
    case "option":
      return options.length > 12
        ? list({ ...field, options, placeholder: "Choose" })
        : choice({ ...field, options })
    case "options":
      return checkboxes({ ...field, options, value: typeof stored === "object" ? (stored ?? []) : [] })
    case "date":
      return precision === "day"
        ? line({ ...field, max, type: "date" })
        : line({
            ...field,
            max,
            width: 10,
            hint: precision === "year" ? "A year" : "A year and month, like 2019-05",
          })
    default:
      return line({ ...field, max, ...(typeof control === "object" && { ...control, autocomplete: "off" }) })
  }
}

const yesOrNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
]
