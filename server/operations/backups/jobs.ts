// Waiting background work: emails to send, events to deliver. The queue's tables differ between releases of pg-boss, so
// a backup saves the requests, and a restore enqueues them again.
import type { Readable } from "node:stream"
import pg from "pg"
import { from as copyFrom, to as copyTo } from "pg-copy-streams"

/** Unfinished jobs, of one firm or all, in the form `enqueue_job` takes. The queue recreates its own schedule. */
export function readJobs(client: pg.Client, firm_id?: string): Readable {
  const ofFirm = firm_id === undefined ? "" : `and data ->> 'firm_id' = ${pg.escapeLiteral(firm_id)}`
  return client.query(
    copyTo(`copy (
      select name, data, start_after
        from (select name, start_after,
                     coalesce(data, '{}') || jsonb_build_object('firm_id', data ->> 'firm_id') as data
                from pgboss.job where state < 'completed' and name not like '\\_\\_%' ${ofFirm}) as waiting
       order by name collate "C", start_after, data::text collate "C") to stdout`),
  )
}

/** Loads jobs that `readJobs` wrote. Call `enqueueJobs` once all are loaded. */
export async function openRestoredJobs(client: pg.Client): Promise<NodeJS.WritableStream> {
  await client.query(
    "create temporary table restored_jobs (name text, data jsonb, start_after timestamptz) on commit drop",
  )
  return client.query(copyFrom("copy restored_jobs from stdin"))
}

/** Enqueues them, and returns how many have no queue anymore. */
export async function enqueueJobs(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    "delete from restored_jobs where name not in (select name from pgboss.queue)",
  )
  await client.query(`
    do $$
    declare
      job record;
    begin
      for job in select * from pg_temp.restored_jobs loop
        perform set_config('foyer.firm_id', coalesce(job.data ->> 'firm_id', ''), true);
        perform enqueue_job(job.name, job.data, job.start_after);
      end loop;
      perform set_config('foyer.firm_id', '', true);
    end $$`)
  return rowCount ?? 0
}
