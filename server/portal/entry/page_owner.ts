import type { Form } from "../../platform/http/pages.ts"
import type { KeyRing } from "../../platform/secrets/key_ring.ts"
import { textOf } from "../form.ts"

/**
 * Whose page it is, sealed into every form of the portal. A session may be gone from the browser and from the server
 * before the form arrives: this is enough to send its client a code, and opens nothing by itself.
 */
export interface PageOwner {
  user_id: string
  matter_id: string
}

/** The hidden field. */
export const ownerField = "page_owner"

const purpose = "page_owner:portal"
/** As long as a session lasts at most: a page that was open longer is opened anew. */
const lifetime_ms = 30 * 24 * 3_600_000

export function sealPageOwner(ring: KeyRing, { user_id, matter_id }: PageOwner, now: Date): string {
  return ring.seal([user_id, matter_id, now.getTime() + lifetime_ms].join(" "), purpose)
}

/** Whose page a form was on; undefined where it does not say, or it has been too long. */
export function pageOwnerOf(ring: KeyRing, form: Form, now: Date): PageOwner | undefined {
  const sealed = textOf(form, ownerField)
  if (!sealed) return undefined
  try {
    const [user_id = "", matter_id = "", ends_ms] = ring.open(sealed, purpose).split(" ")
    return now.getTime() <= Number(ends_ms) ? { user_id, matter_id } : undefined
  } catch {
    // Changed on its way, or sealed under a key that is gone.
    return undefined
  }
}

/** A form that came too late, as it waits in the page of signing in: only its own client gets it back. */
export function sealLateForm(ring: KeyRing, owner: PageOwner, form: string): string {
  return ring.seal(form, lateFormOf(owner))
}

/** Undefined for a form of somebody else. */
export function openLateForm(ring: KeyRing, owner: PageOwner, sealed: string): string | undefined {
  try {
    return ring.open(sealed, lateFormOf(owner))
  } catch {
    return undefined
  }
}

function lateFormOf({ user_id, matter_id }: PageOwner): string {
  return `late_form:${user_id}/${matter_id}`
}
