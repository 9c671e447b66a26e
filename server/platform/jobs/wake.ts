import type { PgBoss } from "pg-boss"
import type { Tx } from "../db/database.ts"
import { sql } from "../db/sql.ts"

/** The one channel on which workers hear that there is something to do. */
const channel = "foyer_work"

/**
 * What a worker is told. `job <queue>`: a job was added (said by the database itself). `deliveries`: some are due.
 * `stop <endpoint_id>`: nothing more may be sent there, what is under way included. A message can be lost with a
 * connection, so that whoever listens looks for itself now and then.
 */
export type WakeMessage = `job ${string}` | "deliveries" | `stop ${string}`

/** Tells every worker, on every machine, as soon as the transaction is committed. */
export async function wakeWorkers(tx: Tx, message: WakeMessage): Promise<void> {
  await tx.run(sql`select pg_notify(${channel}, ${message})`)
}

export interface Listener {
  close(): Promise<void>
}

/**
 * Hears what workers are told, on a connection of its own that is opened again when it is lost; `onMessage` is also
 * called with `missed` then. Rejects when there is no connection at first.
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
