// What was asked to be done later: a firm may add jobs, but not read them.
import pg from "pg"
import type { Queue } from "../../server/platform/jobs/queue.ts"

/** The data of a firm's jobs in a queue, the oldest first; with `kind`, of those alone. */
export async function queuedJobs<Data>(queue: Queue, firm_id: string, kind = ""): Promise<Data[]> {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ data: Data }>(
      `select data from pgboss.job
        where name = $1 and data ->> 'firm_id' = $2 and ($3 = '' or data ->> 'kind' = $3) order by created_on, id`,
      [queue, firm_id, kind],
    )
    return rows.map(({ data }) => data)
  } finally {
    await owner.end()
  }
}
