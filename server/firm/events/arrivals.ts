import { later } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/database.ts"
import { enqueue } from "../../platform/jobs/queue.ts"

/** Clients bring several things in a row: one email tells of all. */
const announce_after_ms = 10 * 60_000

/** Enqueues telling staff and clients, in a while, which open items have arrived. */
export async function announceArrivals(tx: Tx, matter_id: string): Promise<void> {
  await enqueue(tx, "announce-arrivals", { matter_id }, later(tx.now, { ms: announce_after_ms }))
}
