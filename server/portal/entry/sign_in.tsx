import { ownerField } from "../../access/page_owner.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Banner } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { code_minutes } from "../../users/mailed_codes.ts"
import type { View } from "../view.tsx"
import type { Words } from "../words/en.ts"
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
}

export interface Resume {
  url: string
  /** The form as it was posted, urlencoded, sealed for its client. */
  form: string
}

/** Somebody comes back: a code by mail, or the password where there is one. */
export function comeBackView(visitor: Visitor, words: Words, place: SignInPlace, fault?: string): View {
  const title = place.ended ? words.entry.ended_title : words.entry.again_title(visitor.first_name)
  const passwordFault = visitor.has_password ? fault : undefined
  return {
    title,
    status: fault ? 422 : 200,
    errors: fault ? [{ href: visitor.has_password ? "password" : "#main", text: fault }] : [],
    body: (
      <>
        <PageHeading
          caption={visitor.questionnaire.title}
          title={title}
          lede={place.ended ? words.entry.ended_lede : words.entry.again_lede}
        />
        {visitor.email !== "" && (
          <form method="post" action={`${place.base}/code`}>
            <Back place={place} />
            <Actions>
              <Button wide icon="mail">
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
              <Button look={visitor.email ? "secondary" : "primary"} wide>
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
    back: { href: place.ended ? `/portal/sign-in?${new URLSearchParams({ back: place.back })}` : place.base },
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
