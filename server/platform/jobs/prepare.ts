import { createHash } from "node:crypto"
import type pg from "pg"
import queueing from "pg-boss/package.json" with { type: "json" }
import { newClient } from "../db/connections/primary.ts"
import { jobQueues } from "./queue.ts"

/**
 * Brings the queue's tables up to date. A comment on their schema records the last preparation, so that most starts do
 * not need to load pg-boss, which is large.
 */
export async function prepareQueues(connection: pg.PoolConfig): Promise<void> {
  const wanted = describePreparation()
  const client = newClient(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ done: string | null }>(
      "select obj_description(to_regnamespace('pgboss'), 'pg_namespace') as done",
    )
    if (rows[0]?.done === wanted) return
    const { openBoss } = await import("./boss.ts")
    const boss = await openBoss(connection, { worker: false, onError: () => undefined })
    await boss.stop({ graceful: false })
    await client.query(`comment on schema pgboss is ${client.escapeLiteral(wanted)}`)
  } finally {
    await client.end()
  }
}

/** Describes the preparation by the version of pg-boss and our queue settings. */
function describePreparation(): string {
  const hash = createHash("sha256").update(JSON.stringify(jobQueues)).digest("hex")
  return `Prepared by pg-boss ${queueing.version} with jobQueues ${hash}`
}
