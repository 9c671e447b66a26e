import type { PeopleGroup } from "../../../../definition/definition.ts"
import { checkbox } from "../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { FieldRulesFieldset, readFieldRules } from "./conditions/field-rules.tsx"
import { wording } from "./fields.tsx"
import { type PartForm, readFields } from "./part-form.ts"

/** A group of people is a fixed part of its section: it can be included or not, but not added or removed. */
export const groupForm: PartForm<PeopleGroup> = {
  noun: "group of people",
  wordsOf: ({ group }) => groupWords[group],

  fields: (group, _, refused) => (
    <Card>
      {showFields(fieldsOf(group), refused)}
      <FieldRulesFieldset
        prefix="fields"
        legend="Asked about each person"
        stored={group.fields}
        refused={refused}
        without={["marital_status", "number_of_children"]}
      />
    </Card>
  ),

  read: (reader, group) => ({
    ...readFields(reader, fieldsOf(group)),
    fields: readFieldRules(reader, "fields"),
  }),
}

function fieldsOf({ included, prompt, help }: PeopleGroup) {
  return {
    included: checkbox({
      label: "Included",
      hint: "Clients are asked to list these people.",
      value: included,
    }),
    prompt: wording({ label: "Heading", missing: "Enter a heading.", value: prompt }),
    help: wording({ label: "Help text", rows: 2, value: help }),
  }
}

export const groupWords: Record<PeopleGroup["group"], string> = {
  children: "Children",
  family: "Family",
  others: "Others",
  advisors: "Advisors",
}
