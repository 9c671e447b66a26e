import { sql, type Tx } from "../../platform/db/sql.ts"
import { type Break, beginning, type ChainedEntry, findBreak, findBreakAtEnd, type Head } from "./chain.ts"

export interface Verified {
  /** The current head. Save it elsewhere to verify later that nothing before it has changed. */
  head: Head
  break: Break | undefined
}

/**
 * Reads the firm's entire audit log in batches and finds the first entry that was changed, removed or inserted. `seen`
 * is an earlier head that must still be part of the log.
 */
export async function verifyAudit(tx: Tx, seen?: Head): Promise<Verified> {
  const head = await readHead(tx)
  let last = beginning
  for (;;) {
    const entries = await readEntries(tx, last.position, head.position)
    const found = findBreak(entries, last) ?? breakAgainst(seen, entries)
    if (found) return { head, break: found }
    const end = entries.at(-1)
    if (end?.position == null || end.hash === null) break
    last = { position: end.position, hash: end.hash }
  }
  const loose = await findLoose(tx)
  if (loose) return { head, break: { ...loose, kind: "inserted" } }
  const cut = findBreakAtEnd(last, head)
  if (cut) return { head, break: cut }
  const isShort = seen !== undefined && seen.position > head.position
  return { head, break: isShort ? { id: null, position: head.position + 1, kind: "removed" } : undefined }
}

function breakAgainst(seen: Head | undefined, entries: readonly ChainedEntry[]): Break | undefined {
  const entry = entries.find(({ position }) => position === seen?.position)
  if (!seen || !entry || entry.hash === seen.hash) return undefined
  return { id: entry.id, position: seen.position, kind: "changed" }
}

/** Finds an entry that bypassed the trigger: without a position, or after the head. */
function findLoose(tx: Tx): Promise<{ id: string; position: number } | undefined> {
  return tx.maybe(sql`
    select id, coalesce(position, 0) as position from audit_entries
     where position is null or position > coalesce((select position from audit_heads), 0)
     order by position nulls first, id limit 1`)
}

async function readHead(tx: Tx): Promise<Head> {
  const row = await tx.maybe<Head>(sql`select position, encode(hash, 'hex') as hash from audit_heads`)
  return row ?? beginning
}

const piece = 2_000

/** Entries added meanwhile come after `until` and are left for the next run. */
function readEntries(tx: Tx, after: number, until: number): Promise<ChainedEntry[]> {
  return tx.all(sql`
    select action, firm_id, id, label, matter_id,
           to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at,
           position, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash, record_id, user_id
      from audit_entries where position > ${after} and position <= ${until} order by position limit ${piece}`)
}
