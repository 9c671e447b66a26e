import { sql, type Tx } from "../../platform/db/sql.ts"

/** A role for which a matter has chosen more people than the role takes. */
export interface CrowdedRole {
  matter_id: string
  role_id: string
  /** How many of them it does not take. */
  count: number
}

/** Those of the matters, if their roles were to take as many people as these: `fittingLevels` cuts the rest. */
export function listCrowded(
  tx: Tx,
  matter_ids: readonly string[],
  roles: readonly { id: string; levels: number; several: boolean }[],
): Promise<CrowdedRole[]> {
  return tx.all(sql`
    select a.matter_id, a.role_id, count(*)
      from unnest(${roles.map(({ id }) => id)}::text[], ${roles.map(({ levels }) => levels)}::integer[],
                  ${roles.map(({ several }) => several)}::boolean[]) as r (id, levels, several)
      join role_assignments a on a.role_id = r.id and a.matter_id = any(${matter_ids})
     where a.level > r.levels
        or (not r.several and exists (
              select from role_assignments b
               where b.matter_id = a.matter_id and b.role_id = a.role_id and b.level = a.level and b.place < a.place
                 and b.focus_contact_id is not distinct from a.focus_contact_id))
     group by a.matter_id, a.role_id order by 1, 2`)
}
