import { fociOf, rolesOf } from "../../definition/parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import { assignRole, levelsAsStored, listAssignments, rowsOf } from "../roles/roles.ts"
import type { CopyContext } from "./copy-context.ts"
import { findSame } from "./same-part.ts"

/** Assigns the roles that both questionnaires have to the same people; returns how many. */
export async function copyRoles(tx: Tx, { from, to, source, target, people }: CopyContext): Promise<number> {
  const earlier = await listAssignments(tx, from.id)
  const [main] = source.facts.clients
  const former = new Map([...people].map(([before, now]) => [now, before]))
  let copied = 0
  for (const role of rolesOf(target.definition).filter(({ active }) => active)) {
    const same = findSame(rolesOf(source.definition), role, ({ role_description }) => role_description)
    if (!same) continue
    for (const focus of fociOf(role, target.facts.clients)) {
      const rows = rowsOf(earlier, same.id, (focus && former.get(focus)) ?? null, main)
      const levels = levelsAsStored(rows)
        .map((ids) => ids.flatMap((id) => people.get(id) ?? []).slice(0, role.several ? undefined : 1))
        .filter((ids) => ids.length > 0)
        .slice(0, role.levels)
      if (levels.length === 0) continue
      await assignRole(tx, to.id, { role_id: role.id, focus_contact_id: focus, levels })
      copied += 1
    }
  }
  return copied
}
