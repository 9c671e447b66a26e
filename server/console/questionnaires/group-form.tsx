import type { PeopleGroup } from "../../definition/definition.ts"
import { Card } from "../../ui/components/card.tsx"
import { FieldRulesFieldset, readFieldRules } from "./field-rules.tsx"
import { Tick, WordingField } from "./fields.tsx"
import { isTicked, readNeededWording, readWording } from "./form-reader.ts"
import type { PartForm } from "./part-form.ts"

/** What is asked about one group of people, which stands in its section as a part that does not come or go. */
export const groupForm: PartForm<PeopleGroup> = {
  noun: "group of people",
  wordsOf: ({ group }) => groupWords[group],

  fields: (group, _, refused) => (
    <Card>
      <Tick
        name="included"
        label="Asked"
        hint="Clients list these people."
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
    included: isTicked(reader, "included"),
    prompt: readNeededWording(reader, "prompt", "Write the heading that clients read."),
    help: readWording(reader, "help"),
    fields: readFieldRules(reader, "fields"),
  }),
}

/** What staff call the groups of people that a questionnaire may ask about. */
export const groupWords: Record<PeopleGroup["group"], string> = {
  children: "Children",
  family: "Family",
  others: "Others",
  advisors: "Advisors",
}
