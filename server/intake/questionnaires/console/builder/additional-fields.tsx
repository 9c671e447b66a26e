import type { AdditionalField } from "../../../../definition/definition.ts"
import { fieldTypes } from "../../../../definition/kinds/kind.ts"
import { kinds } from "../../../../definition/kinds.ts"
import { textIn } from "../../../../definition/text.ts"
import { newId } from "../../../../platform/ids.ts"
import { list } from "../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { type RefusedForm, trimmedTextOf } from "../../../../web/console/page-request.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { ChoiceRows, readChoices } from "../part-forms/choice-rows.tsx"
import { precisionField, wording } from "../part-forms/fields.tsx"
import { type FormReader, noteFault, readField, rowNumbersOf } from "../part-forms/part-form.ts"

interface AdditionalFieldsProps {
  stored: readonly AdditionalField[]
  refused: RefusedForm | undefined
  /** The word for one of them: "field" or "column". */
  noun: string
  title: string
  children: string
}

/** Additional fields of an asset category, or columns of a table, and one more. Reading them drops blank ones. */
export function AdditionalFields({ stored, refused, noun, title, children }: AdditionalFieldsProps) {
  const numbers = refused
    ? rowNumbersOf(refused.form, "field")
    : [...stored.keys(), stored.length].map((index) => index + 1)
  return (
    <Card title={title}>
      <p>{children}</p>
      {numbers.map((number) => {
        const field = stored[number - 1]
        const of = (name: string) => `${name}_${number}`
        const { prompt, type, precision } = rowFields(`${noun} ${number}`, field)
        return (
          <fieldset key={number} class="field subgroup further-field">
            <legend class="label">{field ? textIn(field.prompt, "en") : `New ${noun} ${number}`}</legend>
            <div class="stack">
              <input
                type="hidden"
                name={of("field_id")}
                value={refused ? refused.form[of("field_id")]?.at(-1) : field?.id}
              />
              {showFields({ [of("field")]: prompt, [of("field_type")]: type }, refused)}
              <div class="further-precision">
                {showFields({ [of("field_precision")]: precision }, refused)}
              </div>
              <div class="further-choices">
                <ChoiceRows
                  name={of("field_choice")}
                  about={` of ${noun} ${number}`}
                  stored={field?.options}
                  refused={refused}
                />
              </div>
            </div>
          </fieldset>
        )
      })}
    </Card>
  )
}

function rowFields(about: string, field?: AdditionalField) {
  return {
    prompt: wording({ label: `Label of ${about}`, value: field?.prompt }),
    type: list({
      label: `Answer type of ${about}`,
      options: fieldTypes.map((value) => ({ value, label: kinds[value].label })),
      value: field?.type ?? "text",
    }),
    precision: precisionField({ label: `What is enough for ${about}`, value: field?.precision }),
  }
}

export function readAdditionalFields(
  reader: FormReader,
  stored: readonly AdditionalField[],
): AdditionalField[] {
  return rowNumbersOf(reader.form, "field").flatMap((number): AdditionalField[] => {
    const fields = rowFields(String(number))
    const prompt = readField(reader, `field_${number}`, fields.prompt)
    if (prompt === undefined) return []
    const type = readField(reader, `field_type_${number}`, fields.type)
    const known = stored.find(({ id }) => id === trimmedTextOf(reader.form, `field_id_${number}`))
    const options = type === "choice" ? readChoices(reader, `field_choice_${number}`) : []
    if (type === "choice" && options.length === 0)
      noteFault(
        reader,
        `field_choice_${number}_more`,
        "Enter at least one choice, or choose another answer type.",
      )
    const precision =
      type === "date" ? readField(reader, `field_precision_${number}`, fields.precision) : undefined
    const id = known?.id ?? newId("field")
    return [{ id, prompt, type, ...(type === "choice" && { options }), ...(precision && { precision }) }]
  })
}
