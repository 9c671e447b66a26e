import type { Role } from "../../../../definition/definition.ts"
import { fieldOf } from "../../../../web/console/page-request.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { CheckboxField, WordingField } from "./fields.tsx"
import { isChecked, noteFault, readRequiredWording, readWhole, readWording } from "./form-reader.ts"
import type { PartForm } from "./part-form.ts"
import { readWhoMayServe, WhoMayServeFields } from "./who-may-serve-fields.tsx"

export const roleForm: PartForm<Role> = {
  noun: "role",
  wordsOf: ({ role_description }) => role_description,

  fields: (role, _, refused) => (
    <Card>
      <WordingField
        name="role_description"
        label="Role"
        hint="As clients see it, for example: Executor, Health care agent, Guardian of minor children."
        stored={role.role_description}
        refused={refused}
      />
      <WordingField name="help" label="Help text" stored={role.help} refused={refused} optional rows={2} />
      <TextField
        {...fieldOf(refused, "levels", String(role.levels))}
        label="Levels"
        hint="The first choice counts as one level; each further level is a successor."
        width={2}
        inputmode="numeric"
        autocomplete="off"
      />
      <CheckboxField
        name="split"
        label="Asked of each client"
        hint="Each spouse or partner names their own."
        stored={role.split}
        refused={refused}
      />
      <CheckboxField
        name="several"
        label="Several people can serve together"
        hint="For example, as co-executors or co-trustees."
        stored={role.several}
        refused={refused}
      />
      <WhoMayServeFields stored={role} refused={refused} />
      <CheckboxField
        name="required"
        label="Required"
        hint="Clients cannot submit without naming a first choice."
        stored={role.required}
        refused={refused}
      />
      <CheckboxField
        name="active"
        label="Active"
        hint="An inactive role stays here but is not asked."
        stored={role.active}
        refused={refused}
      />
    </Card>
  ),

  read(reader, { id, levels }) {
    const typed = readWhole(reader, "levels", 1, 9)
    if (typed === undefined && reader.faults.length === 0)
      noteFault(reader, "levels", "Enter a whole number from 1 to 9.")
    return {
      id,
      role_description: readRequiredWording(reader, "role_description", "Enter the role."),
      help: readWording(reader, "help"),
      levels: typed ?? levels,
      split: isChecked(reader, "split"),
      several: isChecked(reader, "several"),
      ...readWhoMayServe(reader),
      required: isChecked(reader, "required"),
      active: isChecked(reader, "active"),
    }
  },
}
