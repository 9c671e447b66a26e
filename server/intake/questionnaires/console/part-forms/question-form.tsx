import { type Formula, formulaKinds } from "../../../../definition/conditions/computed.ts"
import { formulaSources } from "../../../../definition/conditions/formula-sources.ts"
import type { Question } from "../../../../definition/definition.ts"
import {
  isSecret,
  kinds,
  type QuestionType,
  questionTypes,
  takesAnswer,
} from "../../../../definition/kinds.ts"
import { textIn } from "../../../../definition/text.ts"
import { checkbox, list } from "../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { faultAt, type RefusedForm } from "../../../../web/console/page-request.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { CheckboxGroup } from "../../../../web/ui/components/choice.tsx"
import { partsBefore } from "../../editing/parts-before.ts"
import { AdditionalFields } from "../builder/additional-fields.tsx"
import { ConditionFields } from "./conditions/condition-fields.tsx"
import { conditionIn } from "./conditions/condition-form.ts"
import { flag, wording } from "./fields.tsx"
import { type FormReader, noteFault, type PartForm, type PartLocation, readFields } from "./part-form.ts"
import { settingsOf, TypeFields } from "./question-settings.tsx"

export const questionForm: PartForm<Question> = {
  noun: "question",
  wordsOf: ({ prompt }) => prompt,

  fields: (question, location, refused) => (
    <>
      <Card title="Question">
        {showFields(wordFields(question), refused)}
        <TypeFields question={question} refused={refused} />
        {question.type === "computed" && (
          <FormulaFields
            formula={question.formula}
            questions={questionsBefore(question, location)}
            refused={refused}
          />
        )}
      </Card>
      {question.type === "table" && (
        <AdditionalFields stored={question.columns ?? []} refused={refused} noun="column" title="Columns">
          What each row contains, such as a name, an amount and a date. Foyer ignores blank columns.
        </AdditionalFields>
      )}
      {takesAnswer(question.type) && (
        <Card title="Settings">{showFields(settingFields(question), refused)}</Card>
      )}
      <ConditionFields noun={nounOf(question.type)} part={question} {...{ location, refused }} />
    </>
  ),

  read(reader, question, location) {
    const { type, prompt, help, why } = readFields(reader, wordFields(question))
    const {
      required,
      each_client = false,
      sensitive = false,
      depends_on_marriage,
    } = readFields(reader, settingFields(question))
    const isQuestion = takesAnswer(type)
    return {
      ...settingsOf(reader, question, type),
      formula: type === "computed" ? formulaOf(reader, question, location) : undefined,
      type,
      prompt,
      help,
      why: isQuestion ? why : undefined,
      required: isQuestion && required,
      each_client: isQuestion && type !== "file" && each_client,
      sensitive: isQuestion && type !== "file" && (isSecret(type) || sensitive),
      depends_on_marriage: isQuestion && type !== "file" && !isSecret(type) ? depends_on_marriage : undefined,
      condition: conditionIn(reader, question, location),
    }
  },
}

function wordFields({ type, prompt, help, why }: Question) {
  const label = promptLabels[nounOf(type)]
  return {
    type: list({
      label: "Answer type",
      options: questionTypes.map((value) => ({ value, label: kinds[value].label })),
      missing: "Choose one from the list.",
      value: type,
    }),
    prompt: wording({ label, missing: `Enter the ${label.toLowerCase()}.`, rows: 2, value: prompt }),
    help: wording({ label: "Help text", rows: 2, value: help }),
    ...(takesAnswer(type) && { why: wording({ label: "Why you ask", rows: 2, value: why }) }),
  }
}

function settingFields({ type, required, each_client, sensitive, depends_on_marriage }: Question) {
  return {
    required: checkbox({
      label: "Required",
      hint: "Clients cannot submit without answering it.",
      value: required,
    }),
    ...(type !== "file" && {
      each_client: checkbox({
        label: "Asked of each client",
        hint: "Both spouses or partners answer for themselves.",
        value: each_client,
      }),
      sensitive: checkbox({
        label: "Sensitive",
        hint: "Stored encrypted and masked until someone reveals it, which is recorded.",
        value: sensitive,
      }),
    }),
    ...(type !== "file" &&
      !isSecret(type) && {
        depends_on_marriage: flag({
          label: "Depends on the marriage",
          hint: "Asked again once the marital status changes, or the spouse or partner leaves the matter. The answer is offered again.",
          value: depends_on_marriage,
        }),
      }),
  }
}

function nounOf(type: QuestionType): keyof typeof promptLabels {
  return takesAnswer(type) ? "question" : type === "computed" ? "calculated value" : "notice"
}

const promptLabels = { question: "Question", notice: "Text", "calculated value": "Name of the value" }

/** Reads the formula. If the type was just changed to computed, the form did not show one yet. */
function formulaOf(reader: FormReader, question: Question, location: PartLocation) {
  return question.type === "computed"
    ? readFormula(reader, questionsBefore(question, location))
    : question.formula
}

function questionsBefore({ id }: Question, { definition, section }: PartLocation): Question[] {
  return partsBefore(definition, section.id, id).questions
}

const kindLabels: Record<Formula["kind"], string> = {
  sum: "Sum of amounts or numbers",
  count: "Number of rows, files or choices",
  years_since: "Years from a date to the day the matter was opened",
}

interface FormulaFieldsProps {
  formula: Formula | undefined
  questions: readonly Question[]
  refused: RefusedForm | undefined
}

function FormulaFields({ formula, questions, refused }: FormulaFieldsProps) {
  const kind = formula?.kind ?? "sum"
  const sources = formulaSources(kind, questions)
  const picked = refused?.form.formula_of ?? formula?.of.map(keyOf) ?? []
  return (
    <>
      {showFields(kindField(kind), refused)}
      <input type="hidden" name="formula_was" value={kind} />
      {sources.length === 0 ? (
        <p class="hint">No earlier question is suitable. Add one before this question.</p>
      ) : (
        <CheckboxGroup
          id="formula_of"
          label="From these answers"
          error={faultAt(refused, "formula_of")}
          values={picked}
          options={sources.map((source) => ({
            value: keyOf(source),
            label: [source.prompt, source.column_prompt]
              .filter((words) => words !== undefined)
              .map((words) => textIn(words, "en"))
              .join(": "),
          }))}
        />
      )}
    </>
  )
}

function kindField(value: Formula["kind"]) {
  return {
    formula_kind: list({
      label: "Calculation",
      options: formulaKinds.map((value) => ({ value, label: kindLabels[value] })),
      value,
    }),
  }
}

/** Reads the formula; drops the inputs if the kind was changed. */
function readFormula(reader: FormReader, questions: readonly Question[]): Formula {
  const { formula_kind: kind } = readFields(reader, kindField("sum"))
  const sources = formulaSources(kind, questions)
  const keys = reader.form.formula_was?.at(-1) === kind ? (reader.form.formula_of ?? []) : []
  const picked = sources.filter((source) => keys.includes(keyOf(source)))
  if (kind === "years_since" && picked.length > 1) noteFault(reader, "formula_of", "Choose only one date.")
  const isMoney = picked.length > 0 && picked.every(({ type }) => type === "money")
  return {
    kind,
    of: picked.map(({ question, column }) => ({ question, ...(column && { column }) })),
    ...(kind === "sum" && isMoney && { money: true }),
  }
}

function keyOf({ question, column }: Formula["of"][number]): string {
  return column ? `${question}:${column}` : question
}
