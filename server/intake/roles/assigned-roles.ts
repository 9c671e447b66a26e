import { rolesOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import {
  type DefinitionRow,
  definitionColumns,
  definitionTables,
  fillDefinition,
} from "../matters/progress/definition.ts"

/** The roles in which people are to serve, by person, worded and in order as in their matters' questionnaires. */
export async function listAssignedRoles(
  tx: Tx,
  contact_ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx.all<{ contact_id: string; matter_id: string; role_ids: string[] }>(sql`
    select contact_id, matter_id, array_agg(role_id) as role_ids from role_assignments
     where contact_id = any(${contact_ids}::text[])
       and matter_id in (select c.matter_id from contacts c where c.id = any(${contact_ids}::text[]))
     group by contact_id, matter_id`)
  const matters = await tx.all<DefinitionRow & { id: string }>(sql`
    select m.id, ${definitionColumns} from ${definitionTables}
     where m.id = any(${rows.map(({ matter_id }) => matter_id)}::text[])`)
  const roles = new Map(
    await Promise.all(
      matters.map(async (matter) => [matter.id, rolesOf(await fillDefinition(tx, matter))] as const),
    ),
  )
  return new Map(
    rows.map(({ contact_id, matter_id, role_ids }) => [
      contact_id,
      (roles.get(matter_id) ?? []).flatMap(({ id, active, role_description }) =>
        active && role_ids.includes(id) ? textIn(role_description, "en") : [],
      ),
    ]),
  )
}
