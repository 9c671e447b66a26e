// Verifies the hash chain of an audit log. Each entry's hash is the SHA-256 of the text below, which contains the
// previous hash, so changing, removing or inserting an entry breaks the chain there.
import { createHash } from "node:crypto"

/** The parts of an entry that are chained. */
export interface ChainedEntry {
  action: string
  firm_id: string
  id: string
  label: string
  matter_id: string | null
  /** With microseconds: `2026-03-02T09:30:00.123456Z`. */
  occurred_at: string
  /** Null if it was never chained. */
  position: number | null
  /** Lower-case hex, like `hash`. */
  previous_hash: string | null
  hash: string | null
  record_id: string | null
  user_id: string | null
}

/** The last entry of a chain, actual or expected. */
export interface Head {
  position: number
  hash: string
}

export const beginning: Head = { position: 0, hash: "0".repeat(64) }

export interface Break {
  /** The entry where the chain breaks; null if entries are missing from its end. */
  id: string | null
  position: number
  kind: "changed" | "removed" | "inserted"
}

/** The text an entry's hash covers: JSON with sorted keys and no spaces. `0007-audit.sql` produces the same text. */
export function auditText(entry: ChainedEntry): string {
  const { action, firm_id, id, label, matter_id, occurred_at, position, previous_hash, record_id, user_id } =
    entry
  return JSON.stringify({
    action,
    firm_id,
    id,
    label,
    matter_id,
    occurred_at,
    position,
    previous_hash,
    record_id,
    user_id,
  })
}

/**
 * Finds the first break in entries that are sorted by position and follow `after`; returns undefined if they are
 * intact. If entries are missing, the break names the one after the gap.
 */
export function findBreak(entries: readonly ChainedEntry[], after: Head = beginning): Break | undefined {
  let head = after
  for (const entry of entries) {
    const { id, position, hash, previous_hash } = entry
    const expected = head.position + 1
    if (position === null || hash === null || position < expected) {
      return { id, position: position ?? expected, kind: "inserted" }
    }
    if (position > expected) return { id, position: expected, kind: "removed" }
    if (createHash("sha256").update(auditText(entry)).digest("hex") !== hash)
      return { id, position, kind: "changed" }
    // Its hash is correct, but it was created to follow another entry.
    if (previous_hash !== head.hash) return { id, position, kind: "inserted" }
    head = { position, hash }
  }
  return undefined
}

/** Finds a break at the end of an otherwise intact chain: truncated entries, or a changed head. */
export function findBreakAtEnd(last: Head, head: Head): Break | undefined {
  if (last.position < head.position) return { id: null, position: last.position + 1, kind: "removed" }
  return last.hash === head.hash ? undefined : { id: null, position: last.position, kind: "changed" }
}
