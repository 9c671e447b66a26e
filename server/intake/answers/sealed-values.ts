import type { AnswerValue } from "../../definition/conditions/conditions.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import type { Json, Sealing } from "../matters/changes/changes.ts"

/** The encryption is bound to the matter and `answerKey`, so a value decrypts in no other place. */
export function contextOf(matter_id: string, key: string): string {
  return `answers:${matter_id}/${key}`
}

export function sealValue(ring: KeyRing, matter_id: string, key: string, value: Json): string {
  return ring.seal(JSON.stringify(value), contextOf(matter_id, key))
}

export function openValue(ring: KeyRing, matter_id: string, key: string, sealed: string): AnswerValue {
  return JSON.parse(ring.open(sealed, contextOf(matter_id, key))) as AnswerValue
}

/**
 * Encrypts the history of a sensitive answer. Old values may be in plain text: a question can become sensitive later.
 */
export function sealingOf(ring: KeyRing, matter_id: string, key: string): Sealing {
  return {
    seal: (value) => ({ sealed: sealValue(ring, matter_id, key, value) }),
    open: (stored) => (isSealed(stored) ? openValue(ring, matter_id, key, stored.sealed) : stored),
  }
}

function isSealed(stored: Json): stored is { sealed: string } {
  return typeof stored === "object" && stored !== null && "sealed" in stored
}
