import { sql, type Tx } from "../../../platform/db/sql.ts"

/** One short name per client of a matter; clients without a name yet are left out. */
export async function listClientNames(tx: Tx, matter_id: string): Promise<string[]> {
  const clients = await tx.all<{ name: string }>(sql`
    select coalesce(nullif(preferred_name, ''), nullif(first_name, ''), last_name) as name
      from contacts where matter_id = ${matter_id} and is_client order by position, id`)
  return clients.flatMap(({ name }) => name || [])
}
