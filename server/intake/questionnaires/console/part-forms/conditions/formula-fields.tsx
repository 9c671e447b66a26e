import { type Formula, formulaKinds } from "../../../../../definition/conditions/computed.ts"
import { formulaSources } from "../../../../../definition/conditions/formula-sources.ts"
import type { Question } from "../../../../../definition/definition.ts"
import { textIn } from "../../../../../definition/text.ts"
import { list } from "../../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../../web/console/forms/form-page.tsx"
import { faultAt, type RefusedForm } from "../../../../../web/console/page-request.ts"
import { CheckboxGroup } from "../../../../../web/ui/components/choice.tsx"
import { type FormReader, noteFault, readFields } from "../part-form.ts"

const kindLabels: Record<Formula["kind"], string> = {
  sum: "Sum of amounts or numbers",
  count: "Number of rows, files or choices",
  years_since: "Years from a date to the day the matter was opened",
}

interface FormulaFieldsProps {
  formula: Formula | undefined
  /** The questions before this one. */
  questions: readonly Question[]
  refused: RefusedForm | undefined
}

/** Fields to choose a formula and its inputs. */
export function FormulaFields({ formula, questions, refused }: FormulaFieldsProps) {
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
export function readFormula(reader: FormReader, questions: readonly Question[]): Formula {
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
