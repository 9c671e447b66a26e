import type { ComponentChildren } from "preact"
import { max_rows } from "../../../definition/rows.ts"
import { rowStepField } from "../../../web/portal/form.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { Button } from "../../../web/ui/components/button.tsx"
import { FieldGroup, type FieldProps } from "../../../web/ui/components/field.tsx"

/** Several controls that form one answer. */
export function Cells({ children, ...field }: FieldProps & { children: ComponentChildren }) {
  return (
    <FieldGroup {...field}>
      <div class="cells" id={field.id} tabindex={-1}>
        {children}
      </div>
    </FieldGroup>
  )
}

/** A table. Its buttons save the page and show it again, so they work without script. */
export function TableRows({
  rows,
  words,
  ...field
}: FieldProps & { rows: readonly ComponentChildren[]; words: Words }) {
  const table_words = words.questions.table
  return (
    <FieldGroup {...field}>
      <div class="answer-rows" id={field.id} tabindex={-1}>
        {rows.map((cells, index) => {
          const number = index + 1
          return (
            <fieldset class="answer-row" key={number} id={`${field.id}-row-${number}`} tabindex={-1}>
              <legend class="label">{table_words.row(number)}</legend>
              <div class="cells">{cells}</div>
              {/* The last row is blank. */}
              {number < rows.length && (
                <Button variant="quiet" small name={rowStepField} value={`remove ${field.id} ${number}`}>
                  {words.frame.remove}
                  <span class="visually-hidden"> {table_words.row(number)}</span>
                </Button>
              )}
            </fieldset>
          )
        })}
      </div>
      {rows.length < max_rows && (
        <Button
          variant="secondary"
          icon="plus"
          name={rowStepField}
          value={`add ${field.id} ${rows.length + 1}`}
        >
          {table_words.add}
        </Button>
      )}
    </FieldGroup>
  )
}

/** A value computed from other answers, in place of a control. */
export function ComputedValue({ children, ...field }: FieldProps & { children: string }) {
  return (
    <div class="field computed" id={`${field.id}-field`}>
      <p class="label">{field.label}</p>
      {field.hint && <div class="hint">{field.hint}</div>}
      <output class="computed-value" id={field.id}>
        {children || "–"}
      </output>
    </div>
  )
}
