import { ownBytes } from "../own-bytes.ts"
import { min_compressed_bytes } from "./compression.ts"

/** The size of the cache, in bytes. */
const max_bytes = 16 * 1024 * 1024

export interface CachedBytes {
  revision: string
  /** The response's `ETag`. */
  tag: string
  bytes: Buffer
}

export interface ResponseCache<Cached extends CachedBytes> {
  find(name: string): Cached | undefined
  keep(name: string, response: Cached): void
}

/**
 * Response bytes by name, each with the revision it was read at. Callers check that the revision is current. Evicts the
 * oldest response first, but gives each that was found since another turn: finding one costs a lookup, no reordering.
 */
export function openResponseCache<Cached extends CachedBytes>(limit = max_bytes): ResponseCache<Cached> {
  const entries = new Map<string, { response: Cached; size: number; wasFound: boolean }>()
  let taken = 0

  function forget(name: string): void {
    taken -= entries.get(name)?.size ?? 0
    entries.delete(name)
  }

  return {
    find: (name) => {
      const entry = entries.get(name)
      if (entry) entry.wasFound = true
      return entry?.response
    },
    keep: (name, response) => {
      forget(name)
      const size = name.length + heldBytes(response.bytes.length)
      if (size > limit / 8) return
      for (const [oldest, entry] of entries) {
        if (taken + size <= limit) break
        if (entry.wasFound) {
          entry.wasFound = false
          entries.delete(oldest)
          entries.set(oldest, entry)
        } else {
          forget(oldest)
        }
      }
      entries.set(name, { response: { ...response, bytes: ownBytes(response.bytes) }, size, wasFound: false })
      taken += size
    },
  }
}

/** A response and its compressed forms, of which there are at most two, each of at most half its size. */
function heldBytes(length: number): number {
  return length < min_compressed_bytes ? length : 2 * length
}
