import type { PgBoss } from "pg-boss"
import { sql, type Tx } from "../db/sql.ts"

/** The NOTIFY channel that wakes workers. */
const channel = "foyer_work"

/**
 * A message to the workers. `job <queue>`: a job was added (sent by a database trigger). `deliveries`: webhooks are due.
 * `stop <endpoint_id>`: stop sending to this endpoint and abort requests in flight. A lost connection can lose messages,
 * so listeners also poll.
 */
export type WakeMessage = `job ${string}` | "deliveries" | `stop ${string}`

/** Notifies every worker, on every machine, when the transaction commits. */
export async function wakeWorkers(tx: Tx, message: WakeMessage): Promise<void> {
  await tx.run(sql`select pg_notify(${channel}, ${message})`)
}

export interface Listener {
  close(): Promise<void>
}

/**
 * Listens for messages on a dedicated connection and reconnects when it is lost, then calls `onMessage` with `missed`.
 * Rejects if the first connection fails.
 */
export async function listenForWork(
  boss: PgBoss,
  onMessage: (message: WakeMessage | "missed") => void,
): Promise<Listener> {
  const db = boss.getDb()
  if (!db.listen) throw new Error("The job queue's connection cannot listen.")
  return db.listen(
    channel,
    (message) => onMessage(message as WakeMessage),
    () => onMessage("missed"),
  )
}
