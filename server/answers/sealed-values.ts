import type { AnswerValue } from "../definition/conditions.ts"
import type { Json, Sealing } from "../matters/changes.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"

/** Sealed text is bound to its matter and `answerKey`, so it opens in no other place. */
export function contextOf(matter_id: string, key: string): string {
  return `answers:${matter_id}/${key}`
}

export function sealValue(ring: KeyRing, matter_id: string, key: string, value: Json): string {
  return ring.seal(JSON.stringify(value), contextOf(matter_id, key))
}

export function openValue(ring: KeyRing, matter_id: string, key: string, sealed: string): AnswerValue {
  return JSON.parse(ring.open(sealed, contextOf(matter_id, key))) as AnswerValue
}

/** Keeps the history of a sensitive answer sealed; a question may have become sensitive only later. */
export function sealingOf(ring: KeyRing, matter_id: string, key: string): Sealing {
  return {
    seal: (value) => ({ sealed: sealValue(ring, matter_id, key, value) }),
    open: (stored) => (isSealed(stored) ? openValue(ring, matter_id, key, stored.sealed) : stored),
  }
}

function isSealed(stored: Json): stored is { sealed: string } {
  return typeof stored === "object" && stored !== null && "sealed" in stored
}
