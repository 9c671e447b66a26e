import { sentenceOf } from "../../questionnaires/condition_sentences.ts"
import { type Condition, factNames } from "../../questionnaires/conditions.ts"
import type { Definition, Question } from "../../questionnaires/definition.ts"
import { textIn } from "../../questionnaires/text.ts"
import { Notice } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { RadioGroup } from "../../ui/components/radio-group.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { faultAt, type Tried, typedOr } from "../visit.ts"
import { mostRows } from "./condition_form.ts"
import { type ConditionRow, comparisonLabels, factLabels, optionsFor, rowsOf } from "./condition_rows.ts"

interface ConditionFieldsProps {
  /** What shows or does not: "question", "section". */
  noun: string
  definition: Definition
  condition: Condition | undefined
  /** The questions it may look at. */
  questions: readonly Question[]
  tried: Tried | undefined
}

/** When a part shows: the sentence as it stands, and rows to change it. */
export function ConditionFields({ noun, definition, condition, questions, tried }: ConditionFieldsProps) {
  const stored = rowsOf(condition, questions)
  const count = Math.min(mostRows, Math.max(3, (stored?.rows.length ?? 0) + 1, typedRows(tried)))
  const words = [
    ...new Set(questions.flatMap(({ id }) => optionsFor(id, questions).map(([, label]) => label))),
  ]
  return (
    <Card title="When does it show?">
      {condition ? (
        <Notice>{sentenceOf(condition, definition, "en")}</Notice>
      ) : (
        <p>It always shows. Fill in a row to show this {noun} only in some cases.</p>
      )}
      {!stored && (
        <>
          <p>
            This rule was written outside of this page and says more than rows can. It stays as it is, unless
            you fill in rows or take it away.
          </p>
          <Checkbox id="without_condition" label={`Take the rule away: always show this ${noun}`} />
        </>
      )}
      <RadioGroup
        id="mode"
        label="Show it when"
        inline
        value={typedOr(tried, "mode", stored?.mode ?? "all")}
        options={[
          { value: "all", label: "all of the rows hold" },
          { value: "any", label: "any of the rows holds" },
        ]}
      />
      {Array.from({ length: count }, (_, index) => (
        <RowFields
          key={index}
          number={index + 1}
          row={stored?.rows[index]}
          questions={questions}
          tried={tried}
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
  row: ConditionRow | undefined
  questions: readonly Question[]
  tried: Tried | undefined
}

function RowFields({ number, row, questions, tried }: RowFieldsProps) {
  const of = (name: string) => `${name}_${number}`
  return (
    <fieldset class="field">
      <legend class="label">{`Row ${number}`}</legend>
      <div class="grid">
        <SelectField
          id={of("if")}
          label={`Question in row ${number}`}
          placeholder="None"
          value={typedOr(tried, of("if"), row?.subject)}
          error={faultAt(tried, of("if"))}
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
          label={`Comparison in row ${number}`}
          value={typedOr(tried, of("how"), row?.comparison ?? "is")}
          error={faultAt(tried, of("how"))}
          options={Object.entries(comparisonLabels).map(([value, label]) => ({ value, label }))}
        />
        <TextField
          id={of("what")}
          label={`Value in row ${number}`}
          value={typedOr(tried, of("what"), row?.value)}
          error={faultAt(tried, of("what"))}
          autocomplete="off"
          attributes={{ list: "choices" }}
        />
      </div>
    </fieldset>
  )
}

function typedRows(tried: Tried | undefined): number {
  const rows = Array.from({ length: mostRows }, (_, index) => index + 1)
  return rows.findLast((row) => tried?.form[`if_${row}`]?.at(-1)) ?? 0
}

function shortened(words: string): string {
  return words.length > 90 ? `${words.slice(0, 89).trimEnd()}…` : words
}
