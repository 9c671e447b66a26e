import type { FieldRules } from "../../../../../definition/definition.ts"
import { type PersonField, personFields } from "../../../../../definition/people/person-fields.ts"
import { type RefusedForm, textOf, typedOr } from "../../../../../web/console/page-request.ts"
import { SelectField } from "../../../../../web/ui/components/select-field.tsx"
import { fieldLabel } from "../../../../submissions/missing/missing-sentences.ts"
import type { FormReader } from "../form-reader.ts"

interface FieldRulesFieldsetProps {
  prefix: string
  legend: string
  stored: FieldRules
  refused: RefusedForm | undefined
  /** Fields that do not apply to these people. */
  without?: readonly PersonField[]
}

/** For each personal detail: not asked, optional or required. */
export function FieldRulesFieldset({
  prefix,
  legend,
  stored,
  refused,
  without = [],
}: FieldRulesFieldsetProps) {
  return (
    <fieldset class="field subgroup">
      <legend class="label">{legend}</legend>
      <div class="field-rules">
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

/** First and last name are always asked, and required by default. */
const isName = (field: PersonField) => field === "first_name" || field === "last_name"
const unnamed = (field: PersonField) => (isName(field) ? "required" : "")

function choices(field: PersonField) {
  const rules = [
    { value: "optional", label: "Optional" },
    { value: "required", label: "Required" },
  ]
  return isName(field) ? rules : [{ value: "", label: "Not asked" }, ...rules]
}

export function readFieldRules({ form }: FormReader, prefix: string): FieldRules {
  const rules: FieldRules = {}
  for (const field of personFields) {
    const how = textOf(form, `${prefix}_${field}`)
    if (how === "optional" || how === "required") rules[field] = how
  }
  return rules
}
