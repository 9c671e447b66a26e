import type { Question } from "../../../../definition/definition.ts"
import {
  isSecret,
  type QuestionType,
  questionTypes,
  takesAnswer,
} from "../../../../definition/question-types.ts"
import { fieldOf } from "../../../../web/console/page-request.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { typeWords } from "../../type-words.ts"
import { AdditionalFields } from "../builder/additional-fields.tsx"
import { ConditionFields } from "./conditions/condition-fields.tsx"
import { readCondition } from "./conditions/condition-form.ts"
import { partsBefore } from "./conditions/condition-groups.ts"
import { FormulaFields, readFormula } from "./conditions/formula-fields.tsx"
import { CheckboxField, WordingField } from "./fields.tsx"
import { type FormReader, isChecked, readOneOf, readRequiredWording, readWording } from "./form-reader.ts"
import type { PartForm } from "./part-form.ts"
import { settingsOf, TypeFields } from "./question-settings.tsx"

export const questionForm: PartForm<Question> = {
  noun: "question",
  wordsOf: ({ prompt }) => prompt,

  fields: (question, { definition, section }, refused) => (
    <>
      <Card title="Question">
        <SelectField
          {...fieldOf(refused, "type", question.type)}
          label="Answer type"
          options={questionTypes.map((type) => ({ value: type, label: typeWords[type] }))}
        />
        <WordingField
          name="prompt"
          label={promptLabels[nounOf(question.type)]}
          stored={question.prompt}
          refused={refused}
          rows={2}
        />
        <WordingField
          name="help"
          label="Help text"
          stored={question.help}
          refused={refused}
          optional
          rows={2}
        />
        {takesAnswer(question.type) && (
          <WordingField
            name="why"
            label="Why you ask"
            stored={question.why}
            refused={refused}
            optional
            rows={2}
          />
        )}
        <TypeFields question={question} refused={refused} />
        {question.type === "computed" && (
          <FormulaFields
            formula={question.formula}
            questions={partsBefore(definition, section.id, question.id).questions}
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
        <Card title="Settings">
          <CheckboxField
            name="required"
            label="Required"
            hint="Clients cannot submit without answering it."
            stored={question.required}
            refused={refused}
          />
          {question.type !== "file" && (
            <>
              <CheckboxField
                name="each_client"
                label="Asked of each client"
                hint="Both spouses or partners answer for themselves."
                stored={question.each_client}
                refused={refused}
              />
              <CheckboxField
                name="sensitive"
                label="Sensitive"
                hint="Stored encrypted and masked until someone reveals it, which is recorded."
                stored={question.sensitive}
                refused={refused}
              />
            </>
          )}
        </Card>
      )}
      <ConditionFields
        noun={nounOf(question.type)}
        definition={definition}
        condition={question.condition}
        before={partsBefore(definition, section.id, question.id)}
        refused={refused}
      />
    </>
  ),

  read(reader, question, { definition, section }) {
    const type = readOneOf(reader, "type", [...questionTypes])
    const { help: _, why: __, condition: stored, ...rest } = question
    const isQuestion = takesAnswer(type)
    const before = partsBefore(definition, section.id, question.id)
    return {
      ...rest,
      ...settingsOf(reader, question, type),
      formula: type === "computed" ? formulaOf(reader, question, before.questions) : undefined,
      type,
      prompt: readRequiredWording(reader, "prompt", `Enter the ${promptLabels[nounOf(type)].toLowerCase()}.`),
      help: readWording(reader, "help"),
      why: isQuestion ? readWording(reader, "why") : undefined,
      required: isQuestion && isChecked(reader, "required"),
      each_client: isQuestion && type !== "file" && isChecked(reader, "each_client"),
      sensitive: isQuestion && type !== "file" && (isSecret(type) || isChecked(reader, "sensitive")),
      condition: readCondition(reader, before, stored),
    }
  },
}

function nounOf(type: QuestionType): keyof typeof promptLabels {
  return takesAnswer(type) ? "question" : type === "computed" ? "calculated value" : "notice"
}

const promptLabels = { question: "Question", notice: "Text", "calculated value": "Name of the value" }

/** Reads the formula. If the type was just changed to computed, the form did not show one yet. */
function formulaOf(reader: FormReader, { type, formula }: Question, before: readonly Question[]) {
  return type === "computed" ? readFormula(reader, before) : formula
}
