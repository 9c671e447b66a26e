import type { Colleague } from "../../../../firm/users/team.ts"
import { list } from "../../../../web/console/forms/choice-fields.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"

/** Whether a member can be responsible for matters: someone who only reads could never act on them. */
export function isAssignable({ role, deactivated_at }: Colleague): boolean {
  return deactivated_at === null && role !== "read_only"
}

/** The active member of staff who is responsible for a new matter, or none. */
export function assigneeFields(team: readonly Colleague[], req: PageRequest) {
  // A member limited to assigned matters would lose access to one assigned to someone else.
  return {
    ...(!req.staff.assigned_matters_only && {
      assignee_id: list({
        label: "Assignee",
        hint: "Gets the emails about this matter. If there is no assignee, the admins get them.",
        placeholder: "None",
        options: assigneeOptions(team, req),
        value: req.staff.user_id,
      }),
    }),
  }
}

/** The assignee of a new matter: the chosen one or, if the form had no such field, the member who creates it. */
export function assigneeIn({ staff }: PageRequest, values: { assignee_id?: string }): string | null {
  return (values.assignee_id ?? staff.user_id) || null
}

/** The same for many matters, or no one. */
export function bulkAssignees(team: readonly Colleague[], req: PageRequest) {
  return [{ value: "nobody", label: "No one" }, ...assigneeOptions(team, req)]
}

export function assigneeOptions(team: readonly Colleague[], { staff }: PageRequest) {
  return team.filter(isAssignable).map(({ id, name, email }) => ({
    value: id,
    label: `${name || email}${id === staff.user_id ? " (you)" : ""}`,
  }))
}
