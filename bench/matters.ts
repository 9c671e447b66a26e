import type { Database } from "../server/platform/db/database.ts"
import { rawSql, sql, type Tx } from "../server/platform/db/sql.ts"
import { nameOf } from "./names.ts"

const people_at_once = 1_000

/**
 * Adds `count` matters to the transaction's firm in a few statements, opened on `days` consecutive days from January 1,
 * 2020 on.
 */
export async function addManyMatters(
  tx: Tx,
  questionnaire_id: string,
  count: number,
  days = 2_000,
): Promise<void> {
  // Foreign key checks use plans made while the table was small; without this each check would walk the entire table.
  await tx.run(sql`set local enable_seqscan = off`)
  const id = (prefix: string) => sql`${prefix} || '0192F0C4' || lpad(upper(to_hex(n)), 24, '0')`
  await tx.run(sql`
    insert into matters (id, name, search_name, open_date, questionnaire_id, questionnaire_version, client_type,
                         contact_main_id, last_activity_at, created_at)
    select ${id("matter_")}, name, lower(name), date '2020-01-01' + n % ${days}::int, ${questionnaire_id}, 1, 'self',
           ${id("contact_")}, now(), now()
      from (select n, (${names("last")})[1 + n % 8] || ', ' || (${names("first")})[1 + n / 8 % 8] || ' ' || n as name
              from generate_series(1, ${count}::int) as n) as created`)
  const { first_name, last_name } = nameOf(sql`n`, sql`0`)
  // Uses several statements, because the trigger searches all of a statement's rows for each new person's matter.
  for (let from = 1; from <= count; from += people_at_once)
    await tx.run(sql`
      insert into contacts (id, matter_id, position, is_client, relationship_type, first_name, last_name, created_at)
      select ${id("contact_")}, ${id("matter_")}, 1, true, '1MAIN', ${first_name}, ${last_name}, now()
        from generate_series(${from}::int, ${Math.min(count, from + people_at_once - 1)}::int) as n`)
}

/** Does at once what autovacuum does within a minute; until then, queries read dead row versions too. */
export async function cleanUp(db: Database): Promise<void> {
  await db.withTimeout(60 * 60_000).pool.query("vacuum analyze")
}

function names(kind: "first" | "last") {
  const lists = {
    first: ["Ada", "Ben", "Cora", "Dev", "Elena", "Farid", "Grace", "Hugo"],
    last: ["Abbott", "Barton", "Castillo", "Delgado", "Ellison", "Farrow", "Grant", "Hartley"],
  }
  return rawSql(`array['${lists[kind].join("','")}']`)
}
