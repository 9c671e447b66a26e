// What follows when a member of staff leaves. It is here and not with the accounts because these know no matters.
import { endSessionsOf } from "../../firm/access/sessions.ts"
import { recordAudit } from "../../firm/audit/audit.ts"
import { changeMember } from "../../firm/users/team.ts"
import type { Tx } from "../../platform/db/database.ts"
import { badField } from "../../platform/errors.ts"
import { countText } from "../../platform/text/count-text.ts"
import { bringMattersBack, reassignMatters } from "./assignment.ts"

/**
 * Deactivates a member of staff, ends their sessions, and reassigns their open matters to `reassign_to` or to no one
 * (null). Their open tasks then wait for the assignees of the matters. Throws as `changeMember` does, and "bad request" if
 * there are such matters and nothing was chosen (undefined).
 */
export async function deactivateMember(
  tx: Tx,
  user_id: string,
  reassign_to: string | null | undefined,
): Promise<void> {
  await changeMember(tx, user_id, { active: false })
  await endSessionsOf(tx, user_id)
  await handMattersOver(tx, user_id, { to: reassign_to, param: "reassign_to" })
}

/**
 * Reassigns the open matters of someone who can no longer be responsible for them to `to` or to no one (null).
 * Throws "bad request" at `param` if there are such matters and nothing was chosen (undefined).
 */
export async function handMattersOver(
  tx: Tx,
  user_id: string,
  { to, param }: { to: string | null | undefined; param: string },
): Promise<void> {
  const moved = await reassignMatters(tx, user_id, to ?? null)
  if (moved === 0) return
  const matters = countText(moved, "open matter")
  if (to === undefined) throw badField(param, "required", `Choose the new assignee of ${matters}.`)
  await recordAudit(tx, "matters_reassigned", { record_id: user_id, label: matters })
}

/** Undoes the handover of that time, for what no one assigned anew since; returns how many matters came back. */
export async function undoHandover(tx: Tx, user_id: string, handed_over_at: Date): Promise<number> {
  const back = await bringMattersBack(tx, user_id, handed_over_at)
  if (back > 0)
    await recordAudit(tx, "matters_reassigned", { record_id: user_id, label: countText(back, "open matter") })
  return back
}
