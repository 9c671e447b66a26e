import { SelectField } from "../../ui/components/select-field.tsx"
import type { Member } from "../../users/team.ts"
import { faultAt, type Tried, textOf, typedOr, type Visit } from "../visit.ts"

/** Who is responsible for a matter: one of the colleagues at work here, or none. */
export function AssigneeField(props: {
  team: readonly Member[]
  tried: Tried | undefined
  visit: Visit
  value: string
}) {
  const { team, tried, visit, value } = props
  // Whoever reaches assigned matters alone would lose sight of one that is given away.
  if (visit.staff.assigned_matters_only) return null
  return (
    <SelectField
      id="assignee_id"
      label="Assignee"
      hint="Gets the emails about this matter. Without an assignee the admins get them."
      placeholder="None"
      value={typedOr(tried, "assignee_id", value)}
      error={faultAt(tried, "assignee_id")}
      options={assigneeOptions(team, visit)}
    />
  )
}

export function assigneeOptions(team: readonly Member[], { staff }: Visit) {
  return team
    .filter(({ deactivated_at }) => deactivated_at === null)
    .map(({ id, name, email }) => ({
      value: id,
      label: `${name || email}${id === staff.user_id ? " (you)" : ""}`,
    }))
}

/** Whom a new matter is assigned to: what was chosen, and where the form did not ask, whoever creates it. */
export function readAssignee({ form, staff }: Visit): string | null {
  if (staff.assigned_matters_only || !form.assignee_id) return staff.user_id
  return textOf(form, "assignee_id") || null
}
