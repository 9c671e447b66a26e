// What was typed on a start page waits in the page itself, sealed, until the code from the email is typed: of whoever
// goes no further nothing is stored.
import type { NewInquiry } from "../../inquiries/inquiries.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

export interface PendingInquiry {
  firm_id: string
  inquiry: NewInquiry
  code: string
  until: number
}

/** Minutes in which the code works. */
export const code_minutes = 30
const context = "portal_pending:inquiry"

export function sealPending(ring: KeyRing, pending: Omit<PendingInquiry, "until">, now: Date): string {
  return ring.seal(JSON.stringify({ ...pending, until: now.getTime() + code_minutes * 60_000 }), context)
}

/** Undefined for what is too old, or never was ours. */
export function openPending(ring: KeyRing, sealed: string, now: Date): PendingInquiry | undefined {
  try {
    const pending = JSON.parse(ring.open(sealed, context)) as PendingInquiry
    return pending.until > now.getTime() ? pending : undefined
  } catch {
    return undefined
  }
}

/** When a page was shown, and that we said so. */
export function shownMark(ring: KeyRing, now: Date): string {
  return `${now.getTime()}.${ring.sign(String(now.getTime()), purpose)}`
}

/** Nobody reads, types and presses in less: it was a program, or a form sent twice. */
const min_ms = 3_000

export function isTooQuick(ring: KeyRing, mark: string, now: Date): boolean {
  const [time = "", signature = ""] = mark.split(".")
  return !ring.isSigned(time, signature, purpose) || now.getTime() - Number(time) < min_ms
}

const purpose = "start_page"
