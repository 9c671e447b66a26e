import type { FieldRules } from "../../../../../definition/definition.ts"
import { type PersonField, personFields } from "../../../../../definition/people/person-fields.ts"
import { list } from "../../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../../web/console/forms/form-page.tsx"
import { type RefusedForm, trimmedTextOf } from "../../../../../web/console/page-request.ts"
import { fieldLabel } from "../../../../submissions/missing/missing-sentences.ts"
import type { FormReader } from "../part-form.ts"

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
      <div class="field-rules">{showFields(ruleFields(prefix, stored, without), refused)}</div>
    </fieldset>
  )
}

/** First and last name are always asked, and required by default. */
const isName = (field: PersonField) => field === "first_name" || field === "last_name"

const rules = [
  { value: "optional", label: "Optional" },
  { value: "required", label: "Required" },
] as const

function ruleFields(prefix: string, stored: FieldRules, without: readonly PersonField[]) {
  const offered = personFields.filter((field) => !without.includes(field))
  return Object.fromEntries(
    offered.map((field) => [
      `${prefix}_${field}`,
      list<"" | (typeof rules)[number]["value"]>({
        label: fieldLabel(field, "en"),
        options: isName(field) ? rules : [{ value: "", label: "Not asked" }, ...rules],
        value: stored[field] ?? (isName(field) ? "required" : ""),
      }),
    ]),
  )
}

/** Reads those rules. That a name is required goes without saying. */
export function readFieldRules({ form }: FormReader, prefix: string): FieldRules {
  const rules: FieldRules = {}
  for (const field of personFields) {
    const how = trimmedTextOf(form, `${prefix}_${field}`)
    if (how === "optional" || (how === "required" && !isName(field))) rules[field] = how
  }
  return rules
}
