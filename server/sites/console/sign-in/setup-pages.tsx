import type { Setup } from "../../../firm/users/passwords/setup.ts"
import { FormActions, showFields } from "../../../web/console/forms/form-page.tsx"
import type { RefusedForm } from "../../../web/console/page-request.ts"
import type { View } from "../../../web/console/view.tsx"
import { Actions, LinkButton } from "../../../web/ui/components/button.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { addressFields, nameFields, newPasswordFields } from "./sign-in-pages.tsx"

export function setupPage(setup: Setup, refused?: RefusedForm): View {
  return {
    title: setup.has_password ? "Choose a new password" : `Welcome to ${setup.firm_name}`,
    ...(setup.has_password
      ? { caption: setup.firm_name }
      : { lede: "Enter your name and choose a password to get started." }),
    refused,
    body: (
      <form method="post">
        {showFields(nameFields(setup), refused)}
        <TextField
          id="email"
          label="Email address"
          hint="You sign in with this address."
          type="email"
          autocomplete="username"
          value={setup.email}
          readonly
          width={30}
        />
        {showFields(newPasswordFields, refused)}
        <FormActions submit={setup.has_password ? "Save the password" : "Start"} wide />
      </form>
    ),
  }
}

/** For an invitee whose firm uses single sign-on only: there is no password to set. */
export function noPasswordPage({ firm_name, email }: Setup, single_sign_on: string): View {
  return {
    title: `Welcome to ${firm_name}`,
    lede: `You don’t need a password here. Sign in with the account of ${email}.`,
    body: (
      <Actions>
        <LinkButton href="/console/single-sign-on" wide>
          {single_sign_on}
        </LinkButton>
      </Actions>
    ),
  }
}

export function deadLinkPage(): View {
  return {
    title: "This link no longer works",
    status: 404,
    lede: "A link to set a password works once, within seven days.",
    body: (
      <>
        <p>
          If you have already set your password, sign in with it. If not, ask an admin of your firm for a new
          link.
        </p>
        <Actions>
          <LinkButton href="/console/sign-in">Sign in</LinkButton>
          <LinkButton href="/console/forgotten-password" variant="secondary">
            Forgot your password?
          </LinkButton>
        </Actions>
      </>
    ),
  }
}

/** Shown instead of the form if there is no mail server. */
export function noMailPage(): View {
  return {
    title: "Forgot your password?",
    lede: "This installation doesn’t send email, so someone has to give you a new link.",
    body: (
      <>
        <p>
          Ask an admin of your firm, who can create one on the team page. If you are the only admin, ask the
          person who runs this service to create one with <code>foyer staff invite</code>.
        </p>
        <Actions>
          <LinkButton href="/console/sign-in" variant="secondary">
            Back
          </LinkButton>
        </Actions>
      </>
    ),
  }
}

export function forgottenPage(sent: boolean, refused?: RefusedForm): View {
  if (sent)
    return {
      title: "Check your email",
      lede: "If someone at a firm here uses that address, we’ve sent a link to set a new password.",
      body: (
        <p>
          It works once, within an hour. Didn’t get it? Ask an admin of your firm to create a new link on the
          team page.
        </p>
      ),
    }
  return {
    title: "Forgot your password?",
    lede: "We’ll send you a link to set a new one. Your current password works until then.",
    refused,
    body: (
      <form method="post">
        {showFields(addressFields, refused)}
        <FormActions submit="Send the link" cancel="/console/sign-in" cancel_text="Back" wide />
      </form>
    ),
  }
}
