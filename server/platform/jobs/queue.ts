import { causingRequest } from "../causes.ts"
import type { Tx } from "../db/database.ts"
import { json, sql } from "../db/sql.ts"

/**
 * Every queue of the product; `jobs.ts` says what works on each. `expire_s` is how long a job may take: one whose
 * process was killed is handed out again after that, within two minutes where someone waits for it. A job that may take
 * long says every `heartbeat_s` that it is alive, and is handed out again when it falls silent.
 */
export const queues = {
  "deliver-event": { expire_s: 30, retries: 50 },
  "send-mail": { expire_s: 60, retries: 30 },
  "notify-staff": { expire_s: 60, retries: 30 },
  "notify-changes": { expire_s: 600, retries: 0 },
  "notify-stalled": { expire_s: 3_000, retries: 0 },
  "send-digests": { expire_s: 3_000, retries: 0 },
  "remind-clients": { expire_s: 3_000, retries: 0 },
  "sweep-files": { expire_s: 3_600, retries: 2 },
  "prepare-export": { expire_s: 3_600, retries: 3 },
  "prepare-firm-export": { expire_s: 82_800, retries: 3, heartbeat_s: 60 },
  retention: { expire_s: 3_600, retries: 2 },
  "clean-up": { expire_s: 900, retries: 2 },
  "note-audit": { expire_s: 900, retries: 2 },
} as const
export interface QueueSettings {
  expire_s: number
  retries: number
  heartbeat_s?: number
}
export type Queue = keyof typeof queues

/**
 * Puts a job on `queue` in the caller's transaction, so that it exists exactly if the change that asked for it
 * does. The job carries the transaction's `firm_id` beside `data`, and the request's id where a request causes it.
 */
export async function enqueue(
  tx: Tx,
  queue: Queue,
  data: Record<string, unknown>,
  startAfter = tx.now,
): Promise<void> {
  const job = { ...data, request_id: causingRequest() }
  await tx.run(sql`select enqueue_job(${queue}, ${json(job)}, ${startAfter})`)
}
