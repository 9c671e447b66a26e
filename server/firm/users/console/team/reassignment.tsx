// Reassigns a member's open matters when the account is deactivated.

import { reassignMatters } from "../../../../intake/matters/assignment.ts"
import { assigneeOptions } from "../../../../intake/matters/console/assignee/field.ts"
import { countText } from "../../../../platform/count-text.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { badField } from "../../../../platform/errors.ts"
import { list } from "../../../../web/console/forms/choice-fields.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { recordAudit } from "../../../audit/audit.ts"
import { listTeam, type Member } from "../../team.ts"

const noAssignee = "none"

/** Chooses the new assignee, if the member has open matters. */
export async function reassignment(req: PageRequest, member: Member) {
  const others = (await listTeam(req.tx)).filter(({ id }) => id !== member.id)
  const matters = countOf(member.assigned_matters)
  return {
    ...(member.assigned_matters > 0 && {
      reassign_to: list({
        label: `New assignee of ${matters}`,
        hint: `${matters} ${member.assigned_matters === 1 ? "is" : "are"} assigned to this person. The new assignee gets access and the emails about them.`,
        placeholder: "Choose",
        options: [
          ...assigneeOptions(others, req),
          { value: noAssignee, label: "No assignee: the admins get the emails" },
        ],
        missing: `Choose the new assignee of ${matters}.`,
      }),
    }),
  }
}

/** Reassigns the member's open matters; throws "bad request" if there are any and no assignee was chosen. */
export async function reassign(tx: Tx, from: string, to: string | undefined): Promise<void> {
  const moved = await reassignMatters(tx, from, to && to !== noAssignee ? to : null)
  if (moved === 0) return
  if (!to) throw badField("reassign_to", "required", `Choose the new assignee of ${countOf(moved)}.`)
  await recordAudit(tx, "matters_reassigned", { record_id: from, label: countOf(moved) })
}

function countOf(matters: number): string {
  return countText(matters, "open matter")
}
