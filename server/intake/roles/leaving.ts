// Someone who is removed leaves the roles that no page asks about anymore, too.
import type { Tx } from "../../platform/db/sql.ts"
import { recordChanges } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
import { levelsAsStored, listAssignments, replaceAssignments, roleField } from "./roles.ts"

/** Takes a person out of a role as it is stored, and everyone if the role is assigned for that person. */
export async function leaveRole(
  tx: Tx,
  matter_id: string,
  {
    role_id,
    focus_contact_id: focus,
    contact_id,
  }: Record<"role_id" | "contact_id", string> & { focus_contact_id: string | null },
): Promise<void> {
  await lockForEditing(tx, matter_id)
  const rows = (await listAssignments(tx, matter_id)).filter(
    (row) => row.role_id === role_id && row.focus_contact_id === focus,
  )
  const current = levelsAsStored(rows)
  const levels =
    focus === contact_id
      ? []
      : current.map((level) => level.filter((id) => id !== contact_id)).filter((level) => level.length > 0)
  const field = roleField(role_id, focus)
  await recordChanges(tx, matter_id, matter_id, { [field]: current }, [{ field, value: levels }])
  await replaceAssignments(tx, matter_id, [{ role_id, field, current, levels, focus, alias: focus }])
}
