import type { Form } from "../../../platform/http/responses/pages.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { textOf } from "../../../web/portal/form.ts"
import type { Invitee } from "./invitee.ts"

/** The field of the Start form with the signed time its page was shown. */
export const shownField = "shown"

const timeout_ms = 30_000

export function signShownTime(ring: KeyRing, invitee: Invitee, now: Date): string {
  return `${now.getTime()}.${signature(ring, invitee, now.getTime())}`
}

/**
 * Whether Start was pressed twice on the same page. The browser drops the first response, with its session cookie, so
 * the second press must sign in too. That is safe while the client has given nothing: it opens no more than the first.
 */
export function isRepeatedStart(ring: KeyRing, invitee: Invitee, form: Form, now: Date): boolean {
  const { started_at, has_given } = invitee
  const [time = "", signed = ""] = (textOf(form, shownField) ?? "").split(".")
  const shown_ms = Number(time)
  if (!started_at || has_given || !/^\d{13}$/.test(time)) return false
  if (!ring.isSigned(contentOf(invitee, shown_ms), signed, purpose)) return false
  return shown_ms <= started_at.getTime() && now.getTime() - started_at.getTime() <= timeout_ms
}

const purpose = "start"

function signature(ring: KeyRing, invitee: Invitee, shown_ms: number): string {
  return ring.sign(contentOf(invitee, shown_ms), purpose)
}

function contentOf({ invitation_id }: Invitee, shown_ms: number): string {
  return `${invitation_id} ${shown_ms}`
}
