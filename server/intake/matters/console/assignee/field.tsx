import type { Member } from "../../../../firm/users/team.ts"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../../../../web/console/page-request.ts"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"

/** Whether a member can be responsible for matters: someone who only reads could never act on them. */
export function mayBeAssigned({ role, deactivated_at }: Member): boolean {
  return deactivated_at === null && role !== "read_only"
}

/** Chooses the active member of staff who is responsible for a matter, or none. */
export function AssigneeField(props: {
  team: readonly Member[]
  refused: RefusedForm | undefined
  req: PageRequest
  value: string
}) {
  // A member limited to assigned matters would lose access to one assigned to someone else.
  return props.req.staff.assigned_matters_only ? null : <AssigneeSelect {...props} />
}

function AssigneeSelect({ team, refused, req, value }: Parameters<typeof AssigneeField>[0]) {
  return <SelectField {...assigneeList(team, req, value)} {...fieldOf(refused, "assignee_id", value)} />
}

/** The field for the assignee, as data. */
export function assigneeList(team: readonly Member[], req: PageRequest, value: string) {
  return {
    label: "Assignee",
    hint: "Gets the emails about this matter. If there is no assignee, the admins get them.",
    placeholder: "None",
    options: assigneeOptions(team, req),
    value,
  }
}

export function assigneeOptions(team: readonly Member[], { staff }: PageRequest) {
  return team.filter(mayBeAssigned).map(({ id, name, email }) => ({
    value: id,
    label: `${name || email}${id === staff.user_id ? " (you)" : ""}`,
  }))
}

/** The assignee of a new matter: the chosen one or, if the form had no such field, the member who creates it. */
export function readAssignee({ form, staff }: PageRequest): string | null {
  if (staff.assigned_matters_only || !form.assignee_id) return staff.user_id
  return textOf(form, "assignee_id") || null
}
