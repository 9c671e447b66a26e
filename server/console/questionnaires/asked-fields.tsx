import type { AskedFields } from "../../definition/definition.ts"
import { type PersonField, personFields } from "../../definition/person-fields.ts"
import { fieldLabel } from "../../submissions/missing-sentences.ts"
import { SelectField } from "../../ui/components/select-field.tsx"
import { type RefusedForm, textOf, typedOr } from "../page-request.ts"
import type { Reading } from "./reading.ts"

interface AskedFieldsetProps {
  prefix: string
  legend: string
  stored: AskedFields
  refused: RefusedForm | undefined
  /** Facts that nobody asks of these people. */
  without?: readonly PersonField[]
}

/** For each fact about a person: not asked, optional or required. */
export function AskedFieldset({ prefix, legend, stored, refused, without = [] }: AskedFieldsetProps) {
  return (
    <fieldset class="field subgroup">
      <legend class="label">{legend}</legend>
      <div class="grid">
        {personFields
          .filter((field) => !without.includes(field))
          .map((field) => (
            <SelectField
              key={field}
              id={`${prefix}_${field}`}
              label={fieldLabel(field, "en")}
              value={typedOr(refused, `${prefix}_${field}`, stored[field] ?? unnamed(field))}
              options={choices(field)}
            />
          ))}
      </div>
    </fieldset>
  )
}

/** First and last name are asked of everybody, and required where nothing else is said. */
const isName = (field: PersonField) => field === "first_name" || field === "last_name"
const unnamed = (field: PersonField) => (isName(field) ? "required" : "")

function choices(field: PersonField) {
  const asked = [
    { value: "optional", label: "Optional" },
    { value: "required", label: "Required" },
  ]
  return isName(field) ? asked : [{ value: "", label: "Not asked" }, ...asked]
}

export function readAskedFields({ form }: Reading, prefix: string): AskedFields {
  const asked: AskedFields = {}
  for (const field of personFields) {
    const how = textOf(form, `${prefix}_${field}`)
    if (how === "optional" || how === "required") asked[field] = how
  }
  return asked
}
