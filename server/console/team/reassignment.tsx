// Reassigns a member's open matters when the account is deactivated.
import { recordAudit } from "../../audit/audit.ts"
import { reassignMatters } from "../../matters/assignment.ts"
import { badRequest } from "../../platform/errors.ts"
import { SelectField } from "../../ui/components/select-field.tsx"
import { listTeam, type Member } from "../../users/team.ts"
import { assigneeOptions } from "../matters/assignee/field.tsx"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../page-request.ts"

const noAssignee = "none"

/** Chooses the new assignee, if the member has open matters. */
export async function ReassignmentField(req: PageRequest, member: Member, refused?: RefusedForm) {
  if (member.assigned_matters === 0) return <p>No open matter is assigned to this person.</p>
  const others = (await listTeam(req.tx)).filter(({ id }) => id !== member.id)
  const matters = countOf(member.assigned_matters)
  return (
    <SelectField
      {...fieldOf(refused, "reassign_to")}
      label={`New assignee of ${matters}`}
      hint={`${matters} ${member.assigned_matters === 1 ? "is" : "are"} assigned to this person. The new assignee gets access and the emails about them.`}
      placeholder="Choose"
      options={[
        ...assigneeOptions(others, req),
        { value: noAssignee, label: "No assignee: the admins get the emails" },
      ]}
    />
  )
}

/** Reassigns the member's open matters; throws "bad request" if there are any and no assignee was chosen. */
export async function reassign({ tx, form }: PageRequest, from: string): Promise<void> {
  const to = textOf(form, "reassign_to")
  const others = (await listTeam(tx)).filter(({ id, deactivated_at }) => id !== from && !deactivated_at)
  const isKnown = to === noAssignee || others.some(({ id }) => id === to)
  const moved = await reassignMatters(tx, from, isKnown && to !== noAssignee ? to : null)
  if (moved === 0) return
  if (!isKnown) {
    const message = `Choose the new assignee of ${countOf(moved)}.`
    throw badRequest([{ param: "reassign_to", code: "required", message }])
  }
  await recordAudit(tx, "matters_reassigned", { record_id: from, label: countOf(moved) })
}

function countOf(matters: number): string {
  return matters === 1 ? "1 open matter" : `${matters} open matters`
}
