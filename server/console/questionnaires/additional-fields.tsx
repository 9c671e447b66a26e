import { type AdditionalField, type FieldType, fieldTypes } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { newId } from "../../platform/ids.ts"
import { Card } from "../../ui/components/card.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import { type RefusedForm, textOf, typedOr } from "../page-request.ts"
import { ChoiceRows, readChoices } from "./choice-rows.tsx"
import { WordingField } from "./fields.tsx"
import { type FormReader, noteFault, readWording } from "./form-reader.ts"

const typeLabels: Record<FieldType, string> = {
  text: "Text",
  long_text: "Long text",
  number: "Number",
  money: "Amount",
  date: "Date",
  yes_no: "Yes or no",
  choice: "One of the choices",
}

const blankRows = 1

/** Further things to ask about each asset of a category; fields without words are left out. */
export function AdditionalFields({
  stored,
  refused,
}: {
  stored: readonly AdditionalField[]
  refused: RefusedForm | undefined
}) {
  const count = Math.max(stored.length + blankRows, Number(refused?.form.fields?.at(-1) ?? 0) || 0)
  return (
    <Card title="Further fields">
      <p>
        Anything else to ask about each, such as an account number’s last digits. Empty fields are left out.
      </p>
      <input type="hidden" name="fields" value={count} />
      {Array.from({ length: count }, (_, index) => (
        <FieldRow key={index} number={index + 1} field={stored[index]} refused={refused} />
      ))}
    </Card>
  )
}

function FieldRow({
  number,
  field,
  refused,
}: {
  number: number
  field: AdditionalField | undefined
  refused: RefusedForm | undefined
}) {
  const of = (name: string) => `${name}_${number}`
  return (
    <fieldset class="field subgroup further-field">
      <legend class="label">{field ? textIn(field.prompt, "en") : `New field ${number}`}</legend>
      <div class="stack">
        <input type="hidden" name={of("field_id")} value={typedOr(refused, of("field_id"), field?.id)} />
        <WordingField
          name={of("field")}
          label={`Label of field ${number}`}
          stored={field?.prompt}
          refused={refused}
          optional
        />
        <SelectField
          id={of("field_type")}
          label={`Answer of field ${number}`}
          value={typedOr(refused, of("field_type"), field?.type ?? "text")}
          options={fieldTypes.map((type) => ({ value: type, label: typeLabels[type] }))}
        />
        <div class="further-choices">
          <ChoiceRows
            name={of("field_choice")}
            about={` of field ${number}`}
            stored={field?.options}
            refused={refused}
          />
        </div>
      </div>
    </fieldset>
  )
}

const max_fields = 50

export function readAdditionalFields(
  reader: FormReader,
  stored: readonly AdditionalField[],
): AdditionalField[] {
  const count = Math.min(max_fields, Number(textOf(reader.form, "fields")) || 0)
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((number): AdditionalField[] => {
    const prompt = readWording(reader, `field_${number}`)
    if (prompt === undefined) return []
    const type = fieldTypes.find((each) => each === textOf(reader.form, `field_type_${number}`)) ?? "text"
    const known = stored.find(({ id }) => id === textOf(reader.form, `field_id_${number}`))
    const options = type === "choice" ? readChoices(reader, `field_choice_${number}`) : []
    if (type === "choice" && options.length === 0)
      noteFault(
        reader,
        `field_choice_${number}_more`,
        "Write at least one choice, or pick another kind of answer.",
      )
    return [{ id: known?.id ?? newId("field"), prompt, type, ...(type === "choice" && { options }) }]
  })
}
