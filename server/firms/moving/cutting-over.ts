// The one moment at which a firm changes servers: the commit that makes its row in `firms` there. Before it the firm is
// where it was, after it it is where it goes, whatever ends in between.
import type pg from "pg"
import type { Database } from "../../platform/db/database.ts"
import { json, sql } from "../../platform/db/sql.ts"
import { removeRows } from "./tables.ts"

/** Held until the change is done or undone. */
export const changeLock = 7_304_118

/** Makes the firm, whose rows are there already, work at `target`, with the jobs that wait for it. */
export async function cutOver(
  source: Database,
  owner: pg.Client,
  target: Database,
  firm_id: string,
): Promise<void> {
  const { firm } = await source.forPlatform((tx) =>
    tx.one<{ firm: object }>(sql`
      select to_jsonb(f) || jsonb_build_object('suspended_at', m.was_suspended_at) as firm
        from firms f join firm_moves m on m.id = f.id where f.id = ${firm_id}`),
  )
  const { rows: jobs } = await owner.query<{ name: string; data: object; start_after: Date }>(
    `select name, data, start_after from pgboss.job
      where state < 'completed' and data ->> 'firm_id' = $1 and name not like '\\_\\_%' order by created_on`,
    [firm_id],
  )
  await target.forPlatform(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${changeLock}, hashtext(${firm_id}))`)
    await tx.run(sql`delete from firm_moves where id = ${firm_id}`)
    await tx.run(
      sql`insert into firms select * from jsonb_populate_record(null::firms, ${json(firm)}::jsonb)`,
    )
    await tx.run(sql`select set_config('foyer.firm_id', ${firm_id}, true)`)
    await tx.run(sql`
      select enqueue_job(name, data, start_after)
        from jsonb_to_recordset(${json(jobs)}::jsonb) as job (name text, data jsonb, start_after timestamptz)`)
  })
}

/** Removes from the server that the firm has left all but the note that it has. */
export async function removeLeft(
  source: Database,
  administrator: pg.Client,
  tables: readonly string[],
  firm_id: string,
): Promise<void> {
  await source.forPlatform((tx) =>
    tx.run(sql`update firm_moves set state = 'left', changed_at = now() where id = ${firm_id}`),
  )
  await removeRows(administrator, tables, firm_id, [
    "delete from firms where id = $1",
    "delete from pgboss.job where data ->> 'firm_id' = $1",
  ])
}
