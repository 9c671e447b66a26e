import { addToForms, type Owner, ownerField, portalOwner } from "../../access/page-owner.ts"
import type { Form } from "../../platform/http/pages.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

/** Whose page it is: enough to send its client a code. */
export interface PageOwner {
  user_id: string
  matter_id: string
}

export function sealPageOwner(ring: KeyRing, owner: PageOwner, now: Date): string {
  return portalOwner.seal(ring, idsOf(owner), now)
}

/** Says in every form of a page whose it is, where it is anyone's. */
export function withPageOwner(html: string, owner: string | undefined): string {
  return owner ? addToForms(html, { [ownerField]: owner }, { with_files: true }) : html
}

/** Whose page a form was on; undefined where it does not say, or it has been too long. */
export function pageOwnerOf(ring: KeyRing, form: Form, now: Date): PageOwner | undefined {
  const [user_id, matter_id] = portalOwner.open(ring, form, now) ?? []
  return user_id && matter_id ? { user_id, matter_id } : undefined
}

/** A form that came too late, as it waits in the page of signing in: only its own client gets it back. */
export function sealLateForm(ring: KeyRing, owner: PageOwner, form: string): string {
  return portalOwner.sealForm(ring, idsOf(owner), form)
}

/** Undefined for a form of somebody else. */
export function openLateForm(ring: KeyRing, owner: PageOwner, sealed: string): string | undefined {
  return portalOwner.openForm(ring, idsOf(owner), sealed)
}

function idsOf({ user_id, matter_id }: PageOwner): Owner {
  return [user_id, matter_id]
}
