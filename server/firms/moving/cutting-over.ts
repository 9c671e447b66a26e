// The atomic switch of a firm to its new server: the commit that creates its row in `firms` there. Until that commit
// the firm is on the old server, and afterwards on the new one, whatever crashes in between.
import type pg from "pg"
import { type FirmTable, removeRows } from "./tables.ts"

interface Administrators {
  source: { administrator: pg.Client }
  target: { administrator: pg.Client }
}

/** Activates the firm, whose rows have been copied, on the new server, together with its waiting jobs. */
export async function cutOver(
  { source, target: { administrator } }: Administrators,
  firm_id: string,
  beforeCommit?: () => unknown,
): Promise<void> {
  const { rows: firms } = await source.administrator.query<{ firm: object }>(
    `select to_jsonb(f) || jsonb_build_object('suspended_at', m.was_suspended_at, 'moves', f.moves + 1) as firm
       from firms f join firm_moves m on m.id = f.id where f.id = $1 and m.state = 'leaving'`,
    [firm_id],
  )
  if (!firms[0]) throw new Error("The firm is no longer suspended for the move.")
  const { rows: jobs } = await source.administrator.query<{ name: string; data: object; start_after: Date }>(
    `select name, data, start_after from pgboss.job
      where state < 'completed' and data ->> 'firm_id' = $1 and name not like '\\_\\_%' order by created_on`,
    [firm_id],
  )
  await administrator.query("begin; set local role foyer_platform")
  try {
    await administrator.query("delete from firm_moves where id = $1", [firm_id])
    await administrator.query(
      "insert into firms select * from jsonb_populate_record(null::firms, $1::jsonb)",
      [JSON.stringify(firms[0].firm)],
    )
    await administrator.query("select set_config('foyer.firm_id', $1, true)", [firm_id])
    await administrator.query(
      `select enqueue_jobs(name, array_agg(data), array_agg(start_after))
         from jsonb_to_recordset($1::jsonb) as job (name text, data jsonb, start_after timestamptz) group by name`,
      [JSON.stringify(jobs)],
    )
    await beforeCommit?.()
    await administrator.query("commit")
  } catch (error) {
    await administrator.query("rollback").catch(() => undefined)
    throw error
  }
}

/** Removes everything from the old server except the note that the firm has left. */
export function removeLeft(
  administrator: pg.Client,
  tables: readonly FirmTable[],
  firm_id: string,
  beforeCommit?: () => unknown,
): Promise<void> {
  return removeRows(
    administrator,
    tables,
    firm_id,
    [
      "update firm_moves set state = 'left', changed_at = now() where id = $1",
      "delete from firms where id = $1",
      "delete from pgboss.job where data ->> 'firm_id' = $1",
    ],
    beforeCommit,
  )
}
