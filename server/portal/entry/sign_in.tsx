import { ownerField } from "../../access/page_owner.ts"
import type { Language } from "../../questionnaires/text.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Banner } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { code_minutes } from "../../users/mailed_codes.ts"
import { AppCodeField } from "../account/proof_fields.tsx"
import { type PasskeyAsked, PasskeyFields, passkeyAttributes } from "../page_form.tsx"
import type { View } from "../view.tsx"
import { appWords } from "../words/authenticator_app.ts"
import type { Words } from "../words/en.ts"
import { passkeyWords } from "../words/passkeys.ts"
import { maskedEmail, type Visitor } from "./doorway.ts"

/** Where the forms of signing in are posted, and where it leads. */
export interface SignInPlace {
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
  passkey?: PasskeyAsked | undefined
}

/** What a page at the door is made with. */
export interface AtDoor {
  words: Words
  lang: Language
  place: SignInPlace
}

export interface Resume {
  url: string
  /** The form as it was posted, urlencoded, sealed for its client. */
  form: string
}

/** What was wrong with the way somebody tried. */
export interface ComeBackFault {
  at: "password" | "#main"
  text: string
}

/** Somebody comes back: with a passkey, a code by mail, or the password, where there are such. */
export function comeBackView(visitor: Visitor, at: AtDoor, fault?: ComeBackFault): View {
  const { words, lang, place } = at
  const title = place.ended ? words.entry.ended_title : words.entry.again_title(visitor.first_name)
  const passwordFault = fault?.at === "password" ? fault.text : undefined
  return {
    title,
    status: fault ? 422 : 200,
    islands: place.passkey ? ["passkey"] : [],
    errors: fault ? [{ href: fault.at, text: fault.text }] : [],
    body: (
      <>
        <PageHeading
          caption={visitor.questionnaire.title}
          title={title}
          lede={place.ended ? words.entry.ended_lede : words.entry.again_lede}
        />
        {place.passkey && <PasskeySignIn passkey={place.passkey} place={place} lang={lang} />}
        {visitor.email !== "" && (
          <form method="post" action={`${place.base}/code`}>
            <Back place={place} />
            <Actions>
              <Button wide icon="mail" look={place.passkey ? "secondary" : "primary"}>
                {words.entry.send_code(maskedEmail(visitor.email))}
              </Button>
            </Actions>
            <p class="hint">{words.entry.send_code_hint}</p>
          </form>
        )}
        {visitor.has_password && (
          <form method="post" action={`${place.base}/session`} noValidate>
            <Back place={place} />
            <TextField
              id="password"
              type="password"
              autocomplete="current-password"
              label={visitor.email ? words.entry.password_title : words.entry.password_label}
              error={passwordFault}
              width={20}
            />
            <Actions>
              <Button look={visitor.email || place.passkey ? "secondary" : "primary"} wide>
                {words.entry.password_submit}
              </Button>
            </Actions>
          </form>
        )}
      </>
    ),
  }
}

/** A code was asked for: type it. */
export function codeView(
  visitor: Visitor,
  words: Words,
  place: SignInPlace,
  { fault, recent }: { fault?: string; recent?: boolean } = {},
): View {
  const title = words.entry.code_title
  return {
    title,
    status: fault ? 422 : 200,
    errors: fault ? [{ href: "code", text: fault }] : [],
    back: { href: comeBackUrl(place) },
    body: (
      <>
        <PageHeading
          title={title}
          lede={
            place.mails
              ? words.entry.code_lede(maskedEmail(visitor.email), code_minutes)
              : words.entry.code_unsent
          }
        />
        {recent && (
          <Banner tone="info" role="status">
            <p>{words.entry.code_recent}</p>
          </Banner>
        )}
        <form method="post" action={`${place.base}/session`} noValidate>
          <Back place={place} />
          <TextField
            id="code"
            label={words.entry.code_label}
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength={12}
            spellcheck={false}
            width={10}
            error={fault}
          />
          <Actions>
            <Button wide>{words.entry.code_submit}</Button>
          </Actions>
        </form>
        <form method="post" action={`${place.base}/code`}>
          <Back place={place} />
          <Button look="quiet">{words.entry.code_again}</Button>
        </form>
      </>
    ),
  }
}

/** What came first was right; the code of the app is asked for besides. `pending` says so, under seal. */
export function secondStepView({ lang, place }: AtDoor, pending: string, fault?: string): View {
  const app = appWords[lang]
  return {
    title: app.step_title,
    status: fault ? 422 : 200,
    errors: fault ? [{ href: "app_code", text: fault }] : [],
    back: { href: comeBackUrl(place) },
    body: (
      <>
        <PageHeading title={app.step_title} lede={app.step_lede} />
        <form method="post" action={`${place.base}/second-step`} noValidate>
          <Back place={place} />
          <input type="hidden" name="pending" value={pending} />
          <AppCodeField id="app_code" lang={lang} error={fault} />
          <Actions>
            <Button wide>{app.step_submit}</Button>
          </Actions>
        </form>
        <p class="hint">{app.step_lost}</p>
      </>
    ),
  }
}

/** Nobody knows who this is: a passkey tells, where there is one. */
export function strangerView(
  { lang, place }: AtDoor,
  { title, text, status, fault }: { title: string; text: string; status: number; fault?: string | undefined },
): View {
  return {
    title,
    status: fault ? 422 : status,
    islands: ["passkey"],
    errors: fault ? [{ href: "#main", text: fault }] : [],
    body: (
      <>
        <PageHeading title={title} lede={text} />
        {place.passkey && <PasskeySignIn passkey={place.passkey} place={place} lang={lang} is_stranger />}
      </>
    ),
  }
}

/** Hidden until the island is there: a passkey needs the browser's own dialog. */
function PasskeySignIn(props: {
  passkey: PasskeyAsked
  place: SignInPlace
  lang: Language
  is_stranger?: boolean
}) {
  const { passkey, place, lang, is_stranger = false } = props
  const words = passkeyWords[lang]
  return (
    <form
      method="post"
      action={`${place.base}/passkey`}
      {...passkeyAttributes({ ...passkey, trouble: words.no_answer })}
    >
      {is_stranger && <h2>{words.stranger_title}</h2>}
      <Back place={place} />
      <PasskeyFields {...passkey} />
      <Actions>
        <Button wide icon="lock" look={is_stranger ? "secondary" : "primary"}>
          {words.sign_in}
        </Button>
      </Actions>
      <p class="hint">{words.sign_in_hint}</p>
    </form>
  )
}

/** The page on which the ways to come back stand. */
function comeBackUrl({ ended, back, base }: SignInPlace): string {
  return ended ? `/portal/sign-in?${new URLSearchParams({ back })}` : base
}

/** The form is back, its client signed in: one press saves it. */
export function resumeView(words: Words, url: string, form: string): View {
  const title = words.entry.still_here_title
  return {
    title,
    body: (
      <>
        <PageHeading title={title} lede={words.entry.still_here} />
        <form method="post" action={url}>
          {[...new URLSearchParams(form)].map(([name, value], index) => (
            <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
          ))}
          <Actions>
            <Button wide>{words.frame.save}</Button>
          </Actions>
        </form>
      </>
    ),
  }
}

function Back({ place }: { place: SignInPlace }) {
  return (
    <>
      <input type="hidden" name="back" value={place.back} />
      {place.owner && <input type="hidden" name={ownerField} value={place.owner} />}
      {place.resume && <input type="hidden" name="resume_url" value={place.resume.url} />}
      {place.resume && <input type="hidden" name="resume_form" value={place.resume.form} />}
    </>
  )
}
