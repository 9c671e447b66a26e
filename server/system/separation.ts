// Whether firms are kept apart, tried out rather than looked up: a transaction of a firm that has nothing must see
// nothing, whatever the catalogue says about policies.
import { createFirm } from "../firms/firms.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { joinSql, rawSql, sql } from "../platform/db/sql.ts"
import { newId } from "../platform/ids.ts"

/**
 * What could be seen that must not be, in words; nothing when all is well. Tried as the pool opens a firm, as
 * `foyer_firm` without a firm, and as the session is where it lost its role: there on the list of firms alone, unless
 * `everywhere`, which may read every table to its end.
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

/** Which tables show a row to whoever this transaction is now. */
async function inspectRows(tx: Tx, tables: readonly string[]): Promise<{ role: string; seen: string[] }> {
  const questions = tables.map(
    (name) => sql`select ${name}::text as name where exists (select from ${rawSql(name)})`,
  )
  // Where a row is expected at once a table would be read through, to its end since there is none.
  await tx.run(sql`set local enable_seqscan = off`)
  const { role } = await tx.one<{ role: string }>(sql`select current_user::text as role`)
  const rows = await tx.all<{ name: string }>(joinSql(questions, " union all "))
  return { role, seen: rows.map(({ name }) => name) }
}

/** Runs `work` beside a firm that is gone afterwards, so that there is a row to be seen in an empty database too. */
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
