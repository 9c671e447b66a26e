import type { Language } from "../../../../definition/text.ts"
import { ownerField } from "../../../../firm/access/owner-field.ts"
import type { PasskeyRequest } from "../../../../web/portal/page-form.tsx"
import type { Words } from "../../../../web/portal/words/en.ts"

/** Where the sign-in forms are posted, and what follows. */
export interface SignInContext {
  /** `/invite/<key>` or `/portal/sign-in`. */
  base: string
  /** The page to go to once signed in. */
  back: string
  /** Whether a session ended in this browser, as opposed to a link opened on another device. */
  ended?: boolean
  /** The sealed owner of the page the form was on. */
  owner?: string | undefined
  /** Whether the server can send codes by email. */
  mails: boolean
  /** A form submitted after the session had ended, embedded in the page until it can be saved. */
  resume?: Resume | undefined
  /** Undefined if the client has no passkey. */
  passkey?: PasskeyRequest | undefined
}

/** What every sign-in page needs. */
export interface EntryContext {
  words: Words
  lang: Language
  sign_in: SignInContext
}

export interface Resume {
  url: string
  /** The form as it was posted, urlencoded, sealed for its client. */
  form: string
}

/** The page with all ways to sign in. */
export function signInUrl({ ended, back, base }: SignInContext): string {
  return ended ? `/portal/sign-in?${new URLSearchParams({ back })}` : base
}

/** The hidden fields of every sign-in form. */
export function SignInFields({ sign_in }: { sign_in: SignInContext }) {
  return (
    <>
      <input type="hidden" name="back" value={sign_in.back} />
      {sign_in.owner && <input type="hidden" name={ownerField} value={sign_in.owner} />}
      {sign_in.resume && <input type="hidden" name="resume_url" value={sign_in.resume.url} />}
      {sign_in.resume && <input type="hidden" name="resume_form" value={sign_in.resume.form} />}
    </>
  )
}
