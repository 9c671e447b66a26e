// Emails that go out a while after their cause, so that several make one, and what staff take back makes none. What nobody
// with an address could be told waits until one comes.
import { later } from "../../../platform/clock.ts"
import type { Tx } from "../../../platform/db/sql.ts"
import { enqueue } from "../../../platform/jobs/queue.ts"

const mail_after_ms = 10 * 60_000

/** Has the clients emailed about the requested documents of which no email has told anyone. */
export function mailRequestsLater(tx: Tx, matter_id: string): Promise<void> {
  return enqueue(tx, "mail-requests", { matter_id }, later(tx.now, { ms: mail_after_ms }))
}

/** Has the clients emailed about the returned files of which no email has told them. */
export function mailReturnsLater(tx: Tx, matter_id: string): Promise<void> {
  return enqueue(tx, "mail-returns", { matter_id }, later(tx.now, { ms: mail_after_ms }))
}
