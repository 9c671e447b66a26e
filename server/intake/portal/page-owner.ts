import { ownerField } from "../../firm/access/owner-field.ts"
import { addToForms, type Owner, portalOwner } from "../../firm/access/page-owner.ts"
import type { Form } from "../../platform/http/responses/pages.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

/** The client a page was rendered for. Proves nothing, but is enough to email that client a code. */
export interface PageOwner {
  user_id: string
  matter_id: string
}

export function sealPageOwner(ring: KeyRing, owner: PageOwner, now: Date): string {
  return portalOwner.seal(ring, idsOf(owner), now)
}

/** Adds the owner to every form of a page, if it has one. */
export function withPageOwner(html: string, owner: string | undefined): string {
  return owner ? addToForms(html, () => ({ [ownerField]: owner })) : html
}

/** The owner of the page a form was on; undefined if the form names none, or the page is too old. */
export function pageOwnerOf(ring: KeyRing, form: Form, now: Date): PageOwner | undefined {
  const [user_id, matter_id] = portalOwner.open(ring, form, now) ?? []
  return user_id && matter_id ? { user_id, matter_id } : undefined
}

/** Seals a late form for the sign-in page, so that only its own client can open it. */
export function sealLateForm(ring: KeyRing, owner: PageOwner, form: string): string {
  return portalOwner.sealForm(ring, idsOf(owner), form)
}

/** The late form; undefined if it belongs to another client. */
export function openLateForm(ring: KeyRing, owner: PageOwner, sealed: string): string | undefined {
  return portalOwner.openForm(ring, idsOf(owner), sealed)
}

function idsOf({ user_id, matter_id }: PageOwner): Owner {
  return [user_id, matter_id]
}
