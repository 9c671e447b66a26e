// Who did or read what leaves no other trace: signing in, sensitive answers in clear, exports, keys, accounts,
// settings, and every form staff send in the console. Append-only; nothing secret is in it. At commit each entry is
// chained to the one before (0007-audit.sql, chain.ts).
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { newId } from "../platform/ids.ts"

export interface AuditSubject {
  matter_id?: string | undefined
  /** The record it was about. */
  record_id?: string | undefined
  /** What people call it, as of then: a name, an address. Never anything secret. */
  label?: string | undefined
}

const withEntries = new WeakSet<Tx>()

/** Writes down that the transaction's actor did this: a noun and what happened to it, like `key_created`. */
export async function recordAudit(tx: Tx, action: string, subject: AuditSubject = {}): Promise<void> {
  const { matter_id = null, record_id = null, label = "" } = subject
  withEntries.add(tx)
  await tx.run(sql`
    insert into audit_entries (id, action, matter_id, record_id, label, occurred_at)
    values (${newId("audit")}, ${action}, ${matter_id}, ${record_id}, ${label.slice(0, 300)}, ${tx.now})`)
}

/** Writes down that sensitive answers of a matter were read in clear, one entry each. */
export async function recordSensitiveRead(
  tx: Tx,
  matter_id: string,
  answer_ids: readonly string[],
): Promise<void> {
  const ids = answer_ids.map(() => newId("audit"))
  withEntries.add(tx)
  await tx.run(sql`
    insert into audit_entries (id, action, matter_id, record_id, occurred_at)
    select id, 'answers_read', ${matter_id}, record_id, ${tx.now}
      from unnest(${ids}::text[], ${[...answer_ids]}::text[]) as read (id, record_id)`)
}

/** Writes down in every firm's log what was done to the whole installation; for a transaction across firms. */
export async function recordAuditEverywhere(tx: Tx, action: string, label: string): Promise<void> {
  const firms = await tx.all<{ id: string }>(sql`select id from firms order by id`)
  await tx.run(sql`
    insert into audit_entries (firm_id, id, action, label, occurred_at)
    select firm_id, id, ${action}, ${label}, ${tx.now}
      from unnest(${firms.map(({ id }) => id)}::text[], ${firms.map(() => newId("audit"))}::text[]) as entry (firm_id, id)`)
}

/** Whether something was written down in this transaction already. */
export function hasAudited(tx: Tx): boolean {
  return withEntries.has(tx)
}
