import type { Role } from "../../definition/definition.ts"
import { Card } from "../../ui/components/card.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { fieldOf } from "../page-request.ts"
import { Tick, WordingField } from "./fields.tsx"
import { isTicked, noteFault, readNeededWording, readWhole, readWording } from "./form-reader.ts"
import type { PartForm } from "./part-form.ts"

export const roleForm: PartForm<Role> = {
  noun: "role",
  wordsOf: ({ role_description }) => role_description,

  fields: (role, _, refused) => (
    <Card>
      <WordingField
        name="role_description"
        label="Role"
        hint="As clients read it: Executor, Health care agent, Guardian of minor children."
        stored={role.role_description}
        refused={refused}
      />
      <WordingField name="help" label="Help text" stored={role.help} refused={refused} optional rows={2} />
      <TextField
        {...fieldOf(refused, "levels", String(role.levels))}
        label="Levels"
        hint="The first choice counts as one; each more is a successor."
        width={2}
        inputmode="numeric"
        autocomplete="off"
      />
      <Tick
        name="split"
        label="Asked of each client"
        hint="Each spouse or partner names their own."
        stored={role.split}
        refused={refused}
      />
      <Tick
        name="several"
        label="Several people may serve together"
        hint="Co-executors, co-trustees."
        stored={role.several}
        refused={refused}
      />
      <Tick
        name="required"
        label="Required"
        hint="No one can submit without naming a first choice."
        stored={role.required}
        refused={refused}
      />
      <Tick
        name="active"
        label="In use"
        hint="A role that is not in use is kept and not asked."
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
      role_description: readNeededWording(reader, "role_description", "Write what the role is called."),
      help: readWording(reader, "help"),
      levels: typed ?? levels,
      split: isTicked(reader, "split"),
      several: isTicked(reader, "several"),
      required: isTicked(reader, "required"),
      active: isTicked(reader, "active"),
    }
  },
}
