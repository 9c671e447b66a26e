import { listAdmitted } from "../../../matters/access-list.ts"
import { assignMatter, renameMatter } from "../../../matters/assignment.ts"
import { badRequest, type Fault } from "../../../platform/errors.ts"
import { Card } from "../../../ui/components/card.tsx"
import { TextField } from "../../../ui/components/text-field.tsx"
import { listTeam, type Member } from "../../../users/team.ts"
import type { FlashKey } from "../../flash.ts"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../../page-request.ts"
import { readMatterName } from "../../read-text.ts"
import type { StoredField } from "../../stale-forms.tsx"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import type { View } from "../../view.tsx"
import { matterCrumbs } from "../frame.tsx"
import { requireMatter } from "../require-matter.ts"
import { AssigneeSelect } from "./field.tsx"

export async function storedAssignee(req: PageRequest): Promise<StoredField[]> {
  const [{ assignee_id }, team] = await Promise.all([requireMatter(req), listTeam(req.tx)])
  const show = (id: string) => {
    const member = team.find((one) => one.id === id)
    return member ? member.name || member.email : id
  }
  return [{ name: "assignee_id", label: "Assignee", value: assignee_id ?? "", show }]
}

export async function storedName(req: PageRequest): Promise<StoredField[]> {
  const { name } = await requireMatter(req)
  return [{ name: "matter_name", label: "Name of the matter", value: name }]
}

export async function assignmentPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const [team, admitted] = await Promise.all([listTeam(req.tx), listAdmitted(req.tx, matter.id)])
  const mayBeAssigned = ({ id }: Member) =>
    !matter.is_restricted || admitted.some((person) => person.id === id)
  return {
    title: "Assign the matter",
    tab_title: `Assign ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <Card>
        <CancelableForm seen={req} cancel={`/console/matters/${matter.id}`} submit="Save">
          <AssigneeSelect
            team={team.filter(mayBeAssigned)}
            refused={refused}
            req={req}
            value={matter.assignee_id ?? ""}
          />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function assign(req: PageRequest) {
  const { id } = await requireMatter(req)
  const user_id = textOf(req.form, "assignee_id") || null
  await assignMatter(req.tx, id, user_id)
  const losesAccess = req.staff.assigned_matters_only && user_id !== req.staff.user_id
  const done: FlashKey = user_id ? "matter_assigned" : "matter_unassigned"
  return { to: losesAccess ? "/console/matters" : `/console/matters/${id}`, flash: { done } }
}

export async function namePage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  return {
    title: "Rename the matter",
    tab_title: `Rename ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <Card>
        <CancelableForm seen={req} cancel={`/console/matters/${matter.id}`} submit="Save">
          <TextField
            {...fieldOf(refused, "matter_name", matter.name)}
            label="Name of the matter"
            hint="As your firm files it. Clients do not see it."
            autocomplete="off"
            maxlength={200}
          />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function rename(req: PageRequest) {
  const { id } = await requireMatter(req)
  const faults: Fault[] = []
  const name = readMatterName(req.form, faults)
  if (faults.length > 0) throw badRequest(faults)
  await renameMatter(req.tx, id, name)
  return { to: `/console/matters/${id}`, flash: { done: "matter_renamed" as const } }
}
