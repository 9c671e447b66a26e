import type { Definition } from "../../definition/definition.ts"
import { rolesOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"

/** The roles in which people are to serve, by person, worded as in their matters' questionnaires. */
export async function listAssignedRoles(
  tx: Tx,
  contact_ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx.all<{
    contact_id: string
    role_id: string
    questionnaire_id: string
    version: number
  }>(sql`
    select distinct a.contact_id, a.role_id, m.questionnaire_id, m.questionnaire_version as version
      from role_assignments a join matters m on m.id = a.matter_id
     where a.contact_id = any(${contact_ids}::text[])
       and a.matter_id in (select c.matter_id from contacts c where c.id = any(${contact_ids}::text[]))`)
  const versions = await tx.all<{ questionnaire_id: string; version: number; definition: Definition }>(sql`
    select v.questionnaire_id, v.number as version, v.definition
      from questionnaire_versions v
     where (v.questionnaire_id, v.number) in (
           select * from unnest(${rows.map((row) => row.questionnaire_id)}::text[], ${rows.map(({ version }) => version)}::integer[]))`)
  const words = new Map(
    versions.flatMap(({ questionnaire_id, version, definition }) =>
      rolesOf(definition).map(
        ({ id, role_description }) =>
          [`${questionnaire_id} ${version} ${id}`, textIn(role_description, "en")] as const,
      ),
    ),
  )
  const byPerson = Map.groupBy(rows, ({ contact_id }) => contact_id)
  return new Map(
    [...byPerson].map(([contact_id, of]) => [
      contact_id,
      of.flatMap(
        ({ questionnaire_id, version, role_id }) =>
          words.get(`${questionnaire_id} ${version} ${role_id}`) ?? [],
      ),
    ]),
  )
}
