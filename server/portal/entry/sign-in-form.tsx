import { ownerField } from "../../access/page-owner.ts"
import type { Language } from "../../definition/text.ts"
import type { PasskeyRequest } from "../page-form.tsx"
import type { Words } from "../words/en.ts"

/** Where the forms of signing in are posted, and where it leads. */
export interface SignInContext {
  /** `/invite/<key>` or `/portal/sign-in`. */
  base: string
  /** The page to go to once signed in. */
  back: string
  /** The session has ended in this browser, as opposed to a link opened elsewhere. */
  ended?: boolean
  /** Whose page the form was on, under seal. */
  owner?: string | undefined
  /** Whether there is a mail server that takes codes. */
  mails: boolean
  /** A form that came after the session had ended: kept in the page until it can be saved. */
  resume?: Resume | undefined
  /** What a passkey is asked, where the visitor has one. */
  passkey?: PasskeyRequest | undefined
}

/** What a page at the door is made with. */
export interface EntryContext {
  words: Words
  lang: Language
  place: SignInContext
}

export interface Resume {
  url: string
  /** The form as it was posted, urlencoded, sealed for its client. */
  form: string
}

/** The page on which the ways to come back stand. */
export function comeBackUrl({ ended, back, base }: SignInContext): string {
  return ended ? `/portal/sign-in?${new URLSearchParams({ back })}` : base
}

/** What a form of signing in takes along. */
export function Back({ place }: { place: SignInContext }) {
  return (
    <>
      <input type="hidden" name="back" value={place.back} />
      {place.owner && <input type="hidden" name={ownerField} value={place.owner} />}
      {place.resume && <input type="hidden" name="resume_url" value={place.resume.url} />}
      {place.resume && <input type="hidden" name="resume_form" value={place.resume.form} />}
    </>
  )
}
