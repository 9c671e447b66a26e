// A session may end before a form arrives, or another may begin in the same browser. Every page carries a sealed value that
// says who it was shown to. It grants nothing, but a form is never accepted as someone else’s, and its text can be stored
// for its owner, who gets it back after signing in again.
import type { Form } from "../../platform/http/responses/pages.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { ownerField } from "./owner-field.ts"

/** The ids that identify an owner: user and matter in the portal, firm and user in the console. */
export type Owner = readonly [string, string]

/** Page owners of the portal or of the console. */
export interface OwnerSeal {
  seal(ring: KeyRing, owner: Owner, now: Date): string
  /** The owner of a form's page; undefined if the form does not say, or the page is too old. */
  open(ring: KeyRing, form: Form, now: Date): Owner | undefined
  /** Whether a form comes from a page that was shown to someone else. */
  isOfAnother(ring: KeyRing, sent: unknown, owner: Owner, now: Date): boolean
  /** Seals typed text for its owner alone. */
  sealForm(ring: KeyRing, owner: Owner, form: string): string
  /** Undefined for someone else's form. */
  openForm(ring: KeyRing, owner: Owner, sealed: string): string | undefined
  /** The purpose that binds a sealed form to its owner. */
  formContext(owner: Owner): string
}

/** The longest a session lasts; a page that was open longer is loaded again. */
const lifetime_ms = 30 * 24 * 3_600_000

export const portalOwner = ownerSealOf("page_owner:portal", "late_form")
export const consoleOwner = ownerSealOf("page_owner:console", "late_console_form")

/** A posted form, urlencoded, without the owner field. */
export function encodeForm(form: Form): string {
  const encoded = new URLSearchParams()
  for (const [name, values] of Object.entries(form))
    for (const value of name === ownerField ? [] : values) encoded.append(name, value)
  return encoded.toString()
}

/** Adds hidden fields to every posted form of a page. Done here rather than in each form, so that no form can lack them. */
export function addToForms(html: string, fieldsOf: () => Readonly<Record<string, string>>): string {
  const hidden = () =>
    Object.entries(fieldsOf())
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
      .join("")
  return html.replace(/<form\b[^<>"]*(?:"[^<"]*"[^<>"]*)*>/g, (form) =>
    /\bmethod="post"/.test(form) ? form + hidden() : form,
  )
}

function ownerSealOf(purpose: string, form_purpose: string): OwnerSeal {
  const formContext = (owner: Owner) => `${form_purpose}:${owner.join("/")}`
  const open = (ring: KeyRing, form: Form, now: Date): Owner | undefined => {
    const sealed = [form[ownerField]].flat().at(-1)
    const [first, second, ends_ms] = sealed ? (openOr(ring, sealed, purpose)?.split(" ") ?? []) : []
    return first && second && now.getTime() <= Number(ends_ms) ? [first, second] : undefined
  }
  return {
    formContext,
    seal: (ring, owner, now) => ring.seal([...owner, now.getTime() + lifetime_ms].join(" "), purpose),
    open,
    isOfAnother: (ring, sent, owner, now) => {
      const shown_to = open(ring, (sent ?? {}) as Form, now)
      return shown_to !== undefined && shown_to.join() !== owner.join()
    },
    sealForm: (ring, owner, form) => ring.seal(form, formContext(owner)),
    openForm: (ring, owner, sealed) => openOr(ring, sealed, formContext(owner)),
  }
}

/** Undefined for a value that was altered, sealed for another owner, or sealed under a key that no longer exists. */
function openOr(ring: KeyRing, sealed: string, context: string): string | undefined {
  try {
    return ring.open(sealed, context)
  } catch {
    return undefined
  }
}
