import { late_form_hours } from "../../../firm/access/late-forms.ts"
import { ownNameField } from "../../../firm/users/console/account/own-email.tsx"
import { newPasswordField, wrongCode } from "../../../firm/users/console/account/proof.tsx"
import type { Setup } from "../../../firm/users/passwords/setup.ts"
import type { SignedIn } from "../../../firm/users/sign-in/sign-in.ts"
import { FormActions, showFields } from "../../../web/console/forms/form-page.tsx"
import { isLate } from "../../../web/console/forms/late-forms.tsx"
import { email } from "../../../web/console/forms/text-fields.tsx"
import { oneTimeCode, password } from "../../../web/console/forms/unseen-fields.tsx"
import { faultAt, type RefusedForm } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Actions, Button, HiddenFields, LinkButton } from "../../../web/ui/components/button.tsx"
import { RadioGroup } from "../../../web/ui/components/choice.tsx"

export interface SignInPage {
  next: string
  /** Why an earlier attempt with another method failed. */
  problem?: string
  single_sign_on?: string | undefined
  /** The passkey request and its sealed challenge; undefined if staff use single sign-on only. */
  passkey: { options: { challenge: string }; offer: string } | undefined
}

export function signInPage(
  { next, problem, single_sign_on, passkey }: SignInPage,
  refused?: RefusedForm,
): View {
  return {
    title: "Sign in",
    lede: "The console is for people who work at the firm.",
    islands: passkey ? ["passkey"] : [],
    refused,
    body: (
      <>
        {isLate(next) && (
          <Banner role="status" title="Your session has ended. Nothing you typed is lost.">
            <p>
              We keep it for {late_form_hours} hours and show it only to you. Sign in to see it on the page
              again; nothing is saved until you press the button again.
            </p>
          </Banner>
        )}
        {problem && <Banner role="alert" tone="danger" title={problem} />}
        {single_sign_on && (
          <Actions>
            <LinkButton href={`/console/single-sign-on?next=${encodeURIComponent(next)}`} wide>
              {single_sign_on}
            </LinkButton>
          </Actions>
        )}
        {passkey && single_sign_on && <p class="hint">Or with your password:</p>}
        {passkey && <PasswordAndPasskey {...{ next, passkey, refused }} isSecond={Boolean(single_sign_on)} />}
        <p class="hint">
          Clients: please open the link your firm sent you. This page is for the firm’s staff.
        </p>
      </>
    ),
  }
}

function PasswordAndPasskey(props: {
  next: string
  passkey: NonNullable<SignInPage["passkey"]>
  /** The page offers single sign-on first. */
  isSecond: boolean
  refused: RefusedForm | undefined
}) {
  const { next, passkey, isSecond, refused } = props
  return (
    <>
      <form method="post" action="/console/sign-in">
        <input type="hidden" name="next" value={next} />
        {showFields(signInFields, refused)}
        <FormActions submit="Sign in" variant={isSecond ? "secondary" : "primary"} wide />
      </form>
      <form
        method="post"
        action="/console/passkey"
        hidden
        data-passkey={JSON.stringify(passkey.options)}
        data-ceremony="get"
        data-trouble="The passkey did not respond. Try again, or sign in with your password."
      >
        <HiddenFields values={{ next, offer: passkey.offer, credential: "" }} />
        <p role="status" />
        <Button variant="secondary" wide>
          Sign in with a passkey
        </Button>
      </form>
      <p>
        <a href="/console/forgotten-password">Forgot your password?</a>
      </p>
    </>
  )
}

export function appCodePage(refused?: RefusedForm): View {
  return {
    title: "Two-factor authentication",
    lede: "Open your authenticator app and type the six digits it shows now.",
    refused,
    body: (
      <form method="post" action="/console/second-step">
        {showFields(codeFields, refused)}
        <FormActions submit="Continue" cancel="/console/sign-in" cancel_text="Start over" wide />
      </form>
    ),
  }
}

export function firmChoicePage(accounts: readonly SignedIn[], refused?: RefusedForm): View {
  return {
    title: "Which firm?",
    lede: "Your email address is registered with more than one.",
    refused,
    body: (
      <form method="post" action="/console/firm-choice">
        <RadioGroup
          id="user_id"
          label="Firm"
          options={accounts.map(({ user_id, firm_name }) => ({ value: user_id, label: firm_name }))}
          error={faultAt(refused, "user_id")}
        />
        <FormActions submit="Continue" wide />
      </form>
    ),
  }
}

export function signedOutPage(): View {
  return {
    title: "You are signed out",
    lede: "None of the firm’s data stays in this browser.",
    body: (
      <Actions>
        <LinkButton href="/console/sign-in">Sign in again</LinkButton>
      </Actions>
    ),
  }
}

/** The sign-in address, recognized by password managers. */
export const addressFields = {
  email: email({
    label: "Email address",
    autocomplete: "username",
    width: 30,
    missing: "Enter your email address.",
  }),
}

export const signInFields = {
  ...addressFields,
  password: password({
    label: "Password",
    autocomplete: "current-password",
    missing: "Enter your password.",
  }),
}

export const codeFields = {
  code: oneTimeCode({
    label: "Code",
    hint: "Without your phone, type one of your recovery codes instead.",
    inputmode: "text",
    maxlength: 40,
    missing: wrongCode,
  }),
}

export const nameFields = ({ name }: Pick<Setup, "name">) => ({ name: ownNameField(name) })

export const newPasswordFields = { password: newPasswordField("Password") }
