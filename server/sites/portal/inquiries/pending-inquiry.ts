// An inquiry travels sealed in its page until the person has typed the emailed code, so the server stores nothing of
// people who go no further.

import type { NewInquiry } from "../../../follow-up/inquiries/inquiries.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"

export interface PendingInquiry {
  firm_id: string
  inquiry: NewInquiry
  code: string
  until: number
}

export const code_minutes = 30
const context = "portal_pending:inquiry"

export function sealPending(ring: KeyRing, pending: Omit<PendingInquiry, "until">, now: Date): string {
  return ring.seal(JSON.stringify({ ...pending, until: now.getTime() + code_minutes * 60_000 }), context)
}

/** Undefined for an inquiry that is too old or not sealed by us. */
export function openPending(ring: KeyRing, sealed: string, now: Date): PendingInquiry | undefined {
  try {
    const pending = JSON.parse(ring.open(sealed, context)) as PendingInquiry
    return pending.until > now.getTime() ? pending : undefined
  } catch {
    return undefined
  }
}

/** The signed time at which a page was shown. */
export function signShownTime(ring: KeyRing, now: Date): string {
  return `${now.getTime()}.${ring.sign(String(now.getTime()), purpose)}`
}

/** A form filled in faster than this comes from a bot, or was submitted twice. */
const min_ms = 3_000

export function isTooFast(ring: KeyRing, mark: string, now: Date): boolean {
  const [time = "", signature = ""] = mark.split(".")
  return !ring.isSigned(time, signature, purpose) || now.getTime() - Number(time) < min_ms
}

const purpose = "start_page"
