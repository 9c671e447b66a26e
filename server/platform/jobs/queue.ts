import { causingRequest } from "../causes.ts"
import { json, type Sql, sql, type Tx } from "../db/sql.ts"

/**
 * Every queue of the product; `jobs.ts` has the handlers. `expire_s` is how long a job may take; after that, a job whose
 * process was killed is retried. It is short where people wait for the result. A long-running job sends a heartbeat every
 * `heartbeat_s` instead, and is retried when the heartbeats stop.
 */
export const jobQueues = {
  "deliver-event": { expire_s: 30, retries: 50 },
  // Retried at growing intervals of at most ten minutes (boss.ts): given up after about four hours with a busy server.
  "send-mail": { expire_s: 60, retries: 30 },
  "notify-staff": { expire_s: 60, retries: 30 },
  "notify-changes": { expire_s: 600, retries: 0 },
  "notify-stalled": { expire_s: 3_000, retries: 0 },
  "send-digests": { expire_s: 3_000, retries: 0 },
  "send-planned": { expire_s: 600, retries: 0 },
  "remind-clients": { expire_s: 3_000, retries: 0 },
  "mail-returns": { expire_s: 60, retries: 30 },
  "mail-requests": { expire_s: 60, retries: 30 },
  "mail-missed": { expire_s: 60, retries: 30 },
  "announce-arrivals": { expire_s: 60, retries: 30 },
  "sweep-files": { expire_s: 3_600, retries: 2 },
  "prepare-export": { expire_s: 3_600, retries: 3 },
  "prepare-firm-export": { expire_s: 82_800, retries: 3, heartbeat_s: 60 },
  "bulk-action": { expire_s: 3_600, retries: 5, heartbeat_s: 60 },
  "bulk-action-2": { expire_s: 3_600, retries: 5, heartbeat_s: 60 },
  "read-import": { expire_s: 600, retries: 5 },
  "delete-test-firm": { expire_s: 3_600, retries: 5, heartbeat_s: 60 },
  retention: { expire_s: 3_600, retries: 2 },
  "clean-up": { expire_s: 900, retries: 2 },
  "seal-subjects": { expire_s: 3_600, retries: 2 },
  "note-audit": { expire_s: 900, retries: 2 },
  "mail-week": { expire_s: 600, retries: 30 },
  "verify-audit": { expire_s: 82_800, retries: 2, heartbeat_s: 60 },
} as const
export interface QueueSettings {
  expire_s: number
  retries: number
  heartbeat_s?: number
}
export type JobQueue = keyof typeof jobQueues

/**
 * Enqueues a job in the caller's transaction, so that the job exists if and only if the change commits. Adds the
 * transaction's `firm_id` and the id of the causing request, if any, to `data`.
 */
export async function enqueue(
  tx: Tx,
  queue: JobQueue,
  data: Record<string, unknown>,
  startAfter = tx.now,
): Promise<void> {
  const job = { ...data, request_id: causingRequest() }
  await tx.run(sql`select enqueue_job(${queue}, ${json(job)}, ${startAfter})`)
}

/** Enqueues a job, or has the one with this data that waits already start now. While one runs, the next waits for its end. */
export async function enqueueOnce(tx: Tx, queue: JobQueue, data: Record<string, unknown>): Promise<void> {
  await tx.run(sql`select enqueue_job_once(${queue}, ${json(data)}, ${tx.now})`)
}

/** SQL: a call that enqueues many jobs, for the statement that causes them. */
export function enqueuing(tx: Tx, queue: JobQueue, data: readonly Record<string, unknown>[]): Sql {
  const jobs = data.map((one) => json({ ...one, request_id: causingRequest() }))
  return sql`
    enqueue_jobs(${queue}, ${jobs}::jsonb[], array_fill(${tx.now}::timestamptz, array[${jobs.length}::integer]))`
}
