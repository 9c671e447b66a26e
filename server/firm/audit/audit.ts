// The audit log records what leaves no other record: sign-ins, sensitive answers shown in plain text, exports, keys,
// accounts, settings, and every form staff submit in the console. It is append-only and contains nothing secret. At
// commit, each entry is chained to the previous one (0007-audit.sql, chain.ts).
import { sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"

export interface AuditSubject {
  matter_id?: string | undefined
  /** The record it concerns. */
  record_id?: string | undefined
  /** The record's display name at the time: a name, an address. Never anything secret. */
  label?: string | undefined
}

const withEntries = new WeakSet<Tx>()

/** Records that the transaction's actor did this. An action is a noun and what happened to it, like `key_created`. */
export async function recordAudit(tx: Tx, action: string, subject: AuditSubject = {}): Promise<void> {
  const { matter_id = null, record_id = null, label = "" } = subject
  withEntries.add(tx)
  await tx.run(sql`
    insert into audit_entries (id, action, matter_id, record_id, label, occurred_at)
    values (${newId("audit")}, ${action}, ${matter_id}, ${record_id}, ${label.slice(0, 300)}, ${tx.now})`)
}

/** Records that the firm's software did this; the entry says so, and names the member of staff its key acts for. */
export async function recordByKey(tx: Tx, action: string, subject: AuditSubject = {}): Promise<void> {
  const label = subject.label ? `${subject.label} (by API key)` : "By API key"
  await recordAudit(tx, action, { ...subject, label })
}

/** Records that sensitive answers of a matter were shown in plain text, one entry per answer. */
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

/** Records an action on the installation in every firm's log. Needs a platform transaction. */
export async function recordAuditEverywhere(tx: Tx, action: string, label: string): Promise<void> {
  const firms = await tx.all<{ id: string }>(sql`select id from firms order by id`)
  await tx.run(sql`
    insert into audit_entries (firm_id, id, action, label, occurred_at)
    select firm_id, id, ${action}, ${label}, ${tx.now}
      from unnest(${firms.map(({ id }) => id)}::text[], ${firms.map(() => newId("audit"))}::text[]) as entry (firm_id, id)`)
}

/** Whether this transaction has already recorded an entry. */
export function hasAudited(tx: Tx): boolean {
  return withEntries.has(tx)
}
