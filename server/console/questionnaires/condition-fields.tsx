import { sentenceOf } from "../../definition/condition-sentences.ts"
import { type Condition, factNames } from "../../definition/conditions.ts"
import type { Definition, Question } from "../../definition/definition.ts"
import { shortened } from "../../definition/findings.ts"
import { textIn } from "../../definition/text.ts"
import { Notice } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { RadioGroup } from "../../ui/components/radio-group.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { faultAt, type RefusedForm, textOf, typedOr } from "../page-request.ts"
import { maxRows } from "./condition-form.ts"
import { type ConditionRow, comparisonLabels, factLabels, optionsFor, rowsOf } from "./condition-rows.ts"

interface ConditionFieldsProps {
  /** What shows or does not: "question", "section". */
  noun: string
  definition: Definition
  condition: Condition | undefined
  /** The questions it may look at. */
  questions: readonly Question[]
  refused: RefusedForm | undefined
}

/** When a part shows: the sentence as it stands, and rows to change it. */
export function ConditionFields({ noun, definition, condition, questions, refused }: ConditionFieldsProps) {
  const stored = rowsOf(condition, questions)
  const filled = Math.max(stored?.rows.length ?? 0, typedRows(refused))
  const count = Math.min(maxRows, filled + 1 + spareRows)
  const words = [
    ...new Set(questions.flatMap(({ id }) => optionsFor(id, questions).map(([, label]) => label))),
  ]
  return (
    <Card title="When does it show?">
      {condition ? (
        <Notice>{sentenceOf(condition, definition, "en")}</Notice>
      ) : (
        <p>It always shows. Fill in a condition to show this {noun} only in some cases.</p>
      )}
      {!stored && (
        <>
          <p>
            This rule was written outside of this page and says more than conditions here can. It stays as it
            is, unless you fill in conditions or take it away.
          </p>
          <Checkbox id="without_condition" label={`Take the rule away: always show this ${noun}`} />
        </>
      )}
      <RadioGroup
        id="mode"
        label="Show it when"
        inline
        value={typedOr(refused, "mode", stored?.mode ?? "all")}
        options={[
          { value: "all", label: "all of the conditions are met" },
          { value: "any", label: "any of the conditions is met" },
        ]}
      />
      {Array.from({ length: count }, (_, index) => (
        <RowFields
          key={index}
          number={index + 1}
          isSpare={index > filled}
          row={stored?.rows[index]}
          questions={questions}
          refused={refused}
        />
      ))}
      <datalist id="choices">
        {["Yes", "No", ...words].map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </Card>
  )
}

interface RowFieldsProps {
  number: number
  isSpare: boolean
  row: ConditionRow | undefined
  questions: readonly Question[]
  refused: RefusedForm | undefined
}

function RowFields({ number, isSpare, row, questions, refused }: RowFieldsProps) {
  const of = (name: string) => `${name}_${number}`
  const labelled = (word: string) => (
    <>
      {word}
      <span class="visually-hidden">{` of condition ${number}`}</span>
    </>
  )
  return (
    <fieldset class={isSpare ? "field subgroup condition spare" : "field subgroup condition"}>
      <legend class="label">{`Condition ${number}`}</legend>
      <div class="grid">
        <SelectField
          id={of("if")}
          label={labelled("Question")}
          placeholder="None"
          value={typedOr(refused, of("if"), row?.subject)}
          error={faultAt(refused, of("if"))}
          options={[
            ...(questions.length > 0
              ? [
                  {
                    group: "Earlier questions",
                    options: questions.map(({ id, prompt }) => ({
                      value: id,
                      label: shortened(textIn(prompt, "en")),
                    })),
                  },
                ]
              : []),
            {
              group: "The matter",
              options: factNames.map((name) => ({ value: name, label: factLabels[name] })),
            },
          ]}
        />
        <SelectField
          id={of("how")}
          label={labelled("Comparison")}
          value={typedOr(refused, of("how"), row?.comparison ?? "is")}
          error={faultAt(refused, of("how"))}
          options={Object.entries(comparisonLabels).map(([value, label]) => ({ value, label }))}
        />
        <TextField
          id={of("what")}
          label={labelled("Answer")}
          value={typedOr(refused, of("what"), row?.value)}
          error={faultAt(refused, of("what"))}
          autocomplete="off"
          attributes={{ list: "choices" }}
        />
      </div>
    </fieldset>
  )
}

/** Sent along and kept out of sight by the style sheet until the ones before them are filled in. */
const spareRows = 2

function typedRows(refused: RefusedForm | undefined): number {
  const rows = Array.from({ length: maxRows }, (_, index) => index + 1)
  const isTyped = (name: string) => textOf(refused?.form ?? {}, name) !== ""
  return rows.findLast((row) => isTyped(`if_${row}`) || isTyped(`what_${row}`)) ?? 0
}
