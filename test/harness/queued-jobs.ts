// Reads enqueued jobs, which a firm's own role may add but not read.
import pg from "pg"
import type { JobQueue } from "../../server/platform/jobs/queue.ts"

/** The data of a firm's jobs in a queue, oldest first; optionally only those of a `kind`. */
export async function queuedJobs<Data>(
  queue: JobQueue,
  firm_id: string,
  kind = "",
  database_url = process.env.DATABASE_URL,
): Promise<Data[]> {
  return (await jobsIn<Data>(queue, firm_id, kind, database_url)).map(({ data }) => data)
}

/** When a firm's jobs in a queue are to start, oldest job first. */
export async function startsOfJobs(queue: JobQueue, firm_id: string): Promise<Date[]> {
  return (await jobsIn(queue, firm_id)).map(({ start_after }) => start_after)
}

async function jobsIn<Data>(
  queue: JobQueue,
  firm_id: string,
  kind = "",
  database_url = process.env.DATABASE_URL,
): Promise<{ data: Data; start_after: Date }[]> {
  const owner = new pg.Client({ connectionString: database_url })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ data: Data; start_after: Date }>(
      `select data, start_after from pgboss.job
        where name = $1 and data ->> 'firm_id' = $2 and ($3 = '' or data ->> 'kind' = $3) order by created_on, id`,
      [queue, firm_id, kind],
    )
    return rows
  } finally {
    await owner.end()
  }
}
