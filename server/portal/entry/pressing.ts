import type { Form } from "../../platform/http/pages.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { textOf } from "../form.ts"
import type { Invitee } from "./invitee.ts"

/** The field of the Start form that says when its page was shown. */
export const shownField = "shown"

const timeout_ms = 30_000

/** What the Start form says of itself: when it was shown, and that we said so. */
export function shownMark(ring: KeyRing, invitee: Invitee, now: Date): string {
  return `${now.getTime()}.${signature(ring, invitee, now.getTime())}`
}

/**
 * Start was pressed twice, on a page from before it was started: browsers drop the first press's answer, its cookie
 * with it. Nothing has been given yet, so nothing is opened that the first press did not open.
 */
export function isSecondPress(ring: KeyRing, invitee: Invitee, form: Form, now: Date): boolean {
  const { started_at, has_given, has_second_factor } = invitee
  const [time = "", signed = ""] = (textOf(form, shownField) ?? "").split(".")
  const shown_ms = Number(time)
  if (!started_at || has_given || has_second_factor || !/^\d{13}$/.test(time)) return false
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
