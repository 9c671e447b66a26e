// Tests the isolation of firms instead of inspecting policies: a transaction of a firm without data must see nothing,
// whatever the catalog says.
import { createFirm } from "../../firm/firms/firms.ts"
import type { Database } from "../../platform/db/database.ts"
import { joinSql, rawSql, sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"

/**
 * Returns sentences about rows that are visible and must not be; none if all is well. Tries a transaction of a firm,
 * the role `foyer_firm` without a firm, and the session's own role. The last one checks only the list of firms, unless
 * `everywhere`, because it may read tables completely.
 */
export async function findLeaks(db: Database, { everywhere = false } = {}): Promise<string[]> {
  const { tables } = await db.forPlatform(listFirmTables)
  const other_firm_id = newId("firm")
  const asFirm = await db.forFirm(other_firm_id, (tx) => inspectRows(tx, tables))
  const [withoutFirm, asSession] = await tryWithFirm(db, async (tx) => {
    await tx.run(sql`set local role foyer_firm`)
    const withoutFirm = await inspectRows(tx, tables)
    await tx.run(sql`set local role none`)
    return [withoutFirm, await inspectRows(tx, everywhere ? tables : ["firms"])] as const
  })
  return [
    ...(asFirm.role === "foyer_firm" ? [] : [`requests work as “${asFirm.role}”, not as foyer_firm`]),
    ...inWords("another firm sees", asFirm.seen),
    ...inWords("without a firm one sees", withoutFirm.seen),
    ...inWords(`the role “${asSession.role}” sees`, asSession.seen),
  ]
}

async function listFirmTables(tx: Tx): Promise<{ tables: string[] }> {
  return tx.one(sql`
    select array_agg(c.relname::text order by c.relname) as tables from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity`)
}

/** Returns the tables that show a row to the transaction's current role. */
async function inspectRows(tx: Tx, tables: readonly string[]): Promise<{ role: string; seen: string[] }> {
  const questions = tables.map(
    (name) => sql`select ${name}::text as name where exists (select from ${rawSql(name)})`,
  )
  // The planner expects to find a row soon and would scan the table; since there is none, it would read all of it.
  await tx.run(sql`set local enable_seqscan = off`)
  const { role } = await tx.one<{ role: string }>(sql`select current_user::text as role`)
  const rows = await tx.all<{ name: string }>(joinSql(questions, " union all "))
  return { role, seen: rows.map(({ name }) => name) }
}

/** Runs `work` while a temporary firm exists, so that there is a row to see even in an empty database. Rolls back at the end. */
async function tryWithFirm<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outcome: { value?: T } = {}
  const undo = new Error("Nothing of this is kept.")
  await db
    .forPlatform(async (tx) => {
      await createFirm(tx, { name: "Nobody" })
      outcome.value = await work(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return outcome.value as T
}

function inWords(who: string, seen: readonly string[]): string[] {
  return seen.length > 0 ? [`${who} ${seen.join(", ")}`] : []
}
