import { textIn } from "../../../../definition/text.ts"
import { code_minutes } from "../../../../firm/users/sign-in/mailed-codes.ts"
import type { View } from "../../../../intake/portal/view.tsx"
import { readParameters } from "../../../../platform/http/parameters.ts"
import { maskedEmail } from "../../../../platform/mail/masked-email.ts"
import type { Words } from "../../../../web/portal/words/en.ts"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { Actions, Button } from "../../../../web/ui/components/button.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import { CodeField, TextField } from "../../../../web/ui/components/text-field.tsx"
import type { Invitee } from "../invitee.ts"
import { PasskeySignIn } from "./passkey-sign-in.tsx"
import { type EntryContext, type SignInContext, SignInFields, signInUrl } from "./sign-in-form.tsx"

export interface SignInFault {
  at: "password" | "#main"
  text: string
}

/** The page for a returning client, with every way to sign in that they have: passkey, emailed code, password. */
export function signInView(invitee: Invitee, context: EntryContext, fault?: SignInFault): View {
  const { words, lang, sign_in } = context
  const title = sign_in.ended ? words.entry.ended_title : words.entry.again_title(invitee.first_name)
  const ways = [sign_in.passkey, invitee.email, invitee.has_password].filter(Boolean).length
  const passwordFault = fault?.at === "password" ? fault.text : undefined
  return {
    title,
    status: fault ? 422 : 200,
    islands: sign_in.passkey ? ["passkey"] : [],
    errors: fault ? [{ href: fault.at, text: fault.text }] : [],
    body: (
      <>
        <PageHeading
          caption={textIn(invitee.questionnaire.title, lang)}
          title={title}
          lede={sign_in.ended ? words.entry.ended_lede : words.entry.again_lede(ways)}
        />
        {sign_in.passkey && <PasskeySignIn passkey={sign_in.passkey} sign_in={sign_in} lang={lang} />}
        {invitee.email !== "" && (
          <form method="post" action={`${sign_in.base}/code`}>
            <SignInFields sign_in={sign_in} />
            <Actions>
              <Button wide icon="mail" variant={sign_in.passkey ? "secondary" : "primary"}>
                {words.entry.send_code(maskedEmail(invitee.email))}
              </Button>
            </Actions>
            <p class="hint">{words.entry.send_code_hint}</p>
          </form>
        )}
        {invitee.has_password && (
          <form method="post" action={`${sign_in.base}/session`} noValidate>
            <SignInFields sign_in={sign_in} />
            <TextField
              id="password"
              type="password"
              autocomplete="current-password"
              label={invitee.email ? words.entry.password_title : words.account.password_label}
              error={passwordFault}
              width={20}
            />
            <Actions>
              <Button variant={invitee.email || sign_in.passkey ? "secondary" : "primary"} wide>
                {words.entry.password_submit}
              </Button>
            </Actions>
          </form>
        )}
      </>
    ),
  }
}

/** The page for typing an emailed code. */
export function codeView(
  invitee: Invitee,
  words: Words,
  sign_in: SignInContext,
  { fault, recent }: { fault?: string; recent?: boolean } = {},
): View {
  const title = words.entry.code_title
  return {
    title,
    status: fault ? 422 : 200,
    errors: fault ? [{ href: "code", text: fault }] : [],
    back: { href: signInUrl(sign_in) },
    body: (
      <>
        <PageHeading
          title={title}
          lede={
            sign_in.mails
              ? words.entry.code_lede(maskedEmail(invitee.email), code_minutes)
              : words.entry.code_unsent
          }
        />
        {recent && (
          <Banner tone="info" role="status">
            <p>{words.entry.code_recent}</p>
          </Banner>
        )}
        <form method="post" action={`${sign_in.base}/session`} noValidate>
          <SignInFields sign_in={sign_in} />
          <CodeField id="code" label={words.entry.code_label} error={fault} />
          <Actions>
            <Button wide>{words.frame.go_on}</Button>
          </Actions>
        </form>
        <form method="post" action={`${sign_in.base}/code`}>
          <SignInFields sign_in={sign_in} />
          <Button variant="quiet">{words.entry.code_again}</Button>
        </form>
      </>
    ),
  }
}

/** The late form, to save with one press once its client has signed in. */
export function resumeView(words: Words, url: string, form: string): View {
  const title = words.entry.still_here_title
  return {
    title,
    body: (
      <>
        <PageHeading title={title} lede={words.entry.still_here} />
        <form method="post" action={url}>
          {[...readParameters(form)].map(([name, value], index) => (
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
