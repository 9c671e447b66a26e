// Whether an audit log is whole. Each entry's hash is the SHA-256 of the text below, which names the hash before it:
// whoever changes, removes or slips in an entry breaks the chain there.
import { createHash } from "node:crypto"

/** An entry as it is chained. */
export interface ChainedEntry {
  action: string
  firm_id: string
  id: string
  label: string
  matter_id: string | null
  /** With microseconds: `2026-03-02T09:30:00.123456Z`. */
  occurred_at: string
  /** Null: it was never chained. */
  position: number | null
  /** Lower-case hex, as is `hash`. */
  previous_hash: string | null
  hash: string | null
  record_id: string | null
  user_id: string | null
}

/** Where a chain ends, or is expected to. */
export interface Head {
  position: number
  hash: string
}

export const beginning: Head = { position: 0, hash: "0".repeat(64) }

export interface Break {
  /** The entry at which the chain breaks; null where entries are gone from its end. */
  id: string | null
  position: number
  kind: "changed" | "removed" | "inserted"
}

/** The text an entry's hash covers: JSON, its keys in order, without spaces. Migration 0020 writes the same. */
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
 * The first break in entries that are in the order of their positions and follow `after`; undefined when they are
 * whole. Where entries are missing, the break names the one behind the gap.
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
    // Its own hash is right, but it was made to follow another entry than the one before it.
    if (previous_hash !== head.hash) return { id, position, kind: "inserted" }
    head = { position, hash }
  }
  return undefined
}

/** The break at the end of a chain that is whole so far: entries cut off, or its recorded head changed. */
export function findBreakAtEnd(last: Head, head: Head): Break | undefined {
  if (last.position < head.position) return { id: null, position: last.position + 1, kind: "removed" }
  return last.hash === head.hash ? undefined : { id: null, position: last.position, kind: "changed" }
}
