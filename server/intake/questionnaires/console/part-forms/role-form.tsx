import type { Role } from "../../../../definition/definition.ts"
import { checkbox } from "../../../../web/console/forms/choice-fields.tsx"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { wholeNumber } from "../../../../web/console/forms/text-fields.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { flag, whoMayServeFields, wording } from "./fields.tsx"
import { type PartForm, readFields } from "./part-form.ts"

export const roleForm: PartForm<Role> = {
  noun: "role",
  wordsOf: ({ role_description }) => role_description,
  fields: (role, _, refused) => <Card>{showFields(fieldsOf(role), refused)}</Card>,
  read: (reader, role) => readFields(reader, fieldsOf(role)),
}

function fieldsOf(role: Role) {
  return {
    role_description: wording({
      label: "Role",
      hint: "As clients see it, for example: Executor, Health care agent, Guardian of minor children.",
      missing: "Enter the role.",
      value: role.role_description,
    }),
    help: wording({ label: "Help text", rows: 2, value: role.help }),
    levels: wholeNumber({
      label: "Levels",
      hint: "The first choice counts as one level; each further level is a successor.",
      width: 2,
      min: 1,
      max: 9,
      value: role.levels,
    }),
    split: checkbox({
      label: "Asked of each client",
      hint: "Each spouse or partner names their own.",
      value: role.split,
    }),
    several: checkbox({
      label: "Several people can serve together",
      hint: "For example, as co-executors or co-trustees.",
      value: role.several,
    }),
    ...whoMayServeFields(role),
    required: flag({
      label: "Required",
      hint: "Clients cannot submit without naming a first choice.",
      value: role.required,
    }),
    active: checkbox({
      label: "Active",
      hint: "An inactive role stays here but is not asked.",
      value: role.active,
    }),
  }
}
