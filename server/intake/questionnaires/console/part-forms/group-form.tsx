import type { PeopleGroup } from "../../../../definition/definition.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { FieldRulesFieldset, readFieldRules } from "./conditions/field-rules.tsx"
import { CheckboxField, WordingField } from "./fields.tsx"
import { isChecked, readRequiredWording, readWording } from "./form-reader.ts"
import type { PartForm } from "./part-form.ts"

/** A group of people is a fixed part of its section: it can be included or not, but not added or removed. */
export const groupForm: PartForm<PeopleGroup> = {
  noun: "group of people",
  wordsOf: ({ group }) => groupWords[group],

  fields: (group, _, refused) => (
    <Card>
      <CheckboxField
        name="included"
        label="Included"
        hint="Clients are asked to list these people."
        stored={group.included}
        refused={refused}
      />
      <WordingField name="prompt" label="Heading" stored={group.prompt} refused={refused} />
      <WordingField name="help" label="Help text" stored={group.help} refused={refused} optional rows={2} />
      <FieldRulesFieldset
        prefix="fields"
        legend="Asked about each person"
        stored={group.fields}
        refused={refused}
        without={["marital_status", "number_of_children"]}
      />
    </Card>
  ),

  read: (reader, { group }) => ({
    group,
    included: isChecked(reader, "included"),
    prompt: readRequiredWording(reader, "prompt", "Enter a heading."),
    help: readWording(reader, "help"),
    fields: readFieldRules(reader, "fields"),
  }),
}

/** Labels of the groups in the console. */
export const groupWords: Record<PeopleGroup["group"], string> = {
  children: "Children",
  family: "Family",
  others: "Others",
  advisors: "Advisors",
}
