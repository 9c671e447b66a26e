// A session may have ended before a form arrives, or another have begun in the same browser. Every page says under seal
// whose it was; that opens nothing, but a form is never taken for someone else's, and what was typed there can be sealed
// for its owner, to be given back once they have signed in again.
import type { Form } from "../platform/http/pages.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"

/** The hidden field that says whose page a form was on. */
export const ownerField = "page_owner"

/** The ids that together tell an owner from all others: in the portal user and matter, in the console firm and user. */
export type Owner = readonly [string, string]

/** Whose page it is, bound to pages of the portal or of the console. */
export interface OwnerSeal {
  seal(ring: KeyRing, owner: Owner, now: Date): string
  /** Whose page a form was on; undefined where it does not say, or it has been too long. */
  open(ring: KeyRing, form: Form, now: Date): Owner | undefined
  /** Whether what was sent comes from a page that was shown to someone else. */
  isOfAnother(ring: KeyRing, sent: unknown, owner: Owner, now: Date): boolean
  /** What was typed, for its owner alone. */
  sealForm(ring: KeyRing, owner: Owner, form: string): string
  /** Undefined for a form of someone else. */
  openForm(ring: KeyRing, owner: Owner, sealed: string): string | undefined
  /** What a form of this owner is sealed for. */
  formContext(owner: Owner): string
}

/** As long as a session lasts at most: a page that was open longer is opened anew. */
const lifetime_ms = 30 * 24 * 3_600_000

export const portalOwner = ownerSealOf("page_owner:portal", "late_form")
export const consoleOwner = ownerSealOf("page_owner:console", "late_console_form")

/** A form as it was posted, urlencoded, without whose page it was on. */
export function encodeForm(form: Form): string {
  const encoded = new URLSearchParams()
  for (const [name, values] of Object.entries(form))
    for (const value of name === ownerField ? [] : values) encoded.append(name, value)
  return encoded.toString()
}

/**
 * Adds hidden fields to the forms of a page that are posted, to those with files where they are wanted there. Here and
 * not in each form, so that none can lack them.
 */
export function addToForms(
  html: string,
  fields: Readonly<Record<string, string>>,
  { with_files }: { with_files: boolean },
): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join("")
  return html.replace(/<form\b[^>"]*(?:"[^"]*"[^>"]*)*>/g, (form) =>
    /\bmethod="post"/.test(form) && (with_files || !form.includes("multipart/form-data"))
      ? form + hidden
      : form,
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

/** Undefined for what was changed on its way, or sealed for another or under a key that is gone. */
function openOr(ring: KeyRing, sealed: string, context: string): string | undefined {
  try {
    return ring.open(sealed, context)
  } catch {
    return undefined
  }
}
