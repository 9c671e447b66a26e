import type { Setup } from "../../../firm/users/passwords/setup.ts"
import { Actions, Button, LinkButton } from "../../ui/components/button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { showFields } from "../forms/form-page.tsx"
import type { RefusedForm } from "../page-request.ts"
import type { View } from "../view.tsx"
import { addressFields, nameFields, newPasswordFields } from "./fields.ts"

export function setupPage(setup: Setup, refused?: RefusedForm): View {
  const title = setup.has_password ? "Choose a new password" : `Welcome to ${setup.firm_name}`
  return {
    title,
    refused,
    body: (
      <>
        <PageHeading
          title={title}
          caption={setup.has_password ? setup.firm_name : undefined}
          lede={setup.has_password ? undefined : "Enter your name and choose a password to get started."}
        />
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
          <Actions>
            <Button wide>{setup.has_password ? "Save the password" : "Start"}</Button>
          </Actions>
        </form>
      </>
    ),
  }
}

/** For an invitee whose firm uses single sign-on only: there is no password to set. */
export function noPasswordPage({ firm_name, email }: Setup, single_sign_on: string): View {
  const title = `Welcome to ${firm_name}`
  return {
    title,
    body: (
      <>
        <PageHeading
          title={title}
          lede={`You don’t need a password here. Sign in with the account of ${email}.`}
        />
        <Actions>
          <LinkButton href="/console/single-sign-on" wide>
            {single_sign_on}
          </LinkButton>
        </Actions>
      </>
    ),
  }
}

export function deadLinkPage(): View {
  return {
    title: "This link no longer works",
    status: 404,
    body: (
      <>
        <PageHeading
          title="This link no longer works"
          lede="A link to set a password works once, within seven days."
        />
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
  const title = "Forgot your password?"
  return {
    title,
    body: (
      <>
        <PageHeading
          title={title}
          lede="This installation doesn’t send email, so someone has to give you a new link."
        />
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
  const title = sent ? "Check your email" : "Forgot your password?"
  return {
    title,
    refused,
    body: sent ? (
      <>
        <PageHeading
          title={title}
          lede="If someone at a firm here uses that address, we’ve sent a link to set a new password."
        />
        <p>
          It works once, within an hour. Didn’t get it? Ask an admin of your firm to create a new link on the
          team page.
        </p>
      </>
    ) : (
      <>
        <PageHeading
          title={title}
          lede="We’ll send you a link to set a new one. Your current password works until then."
        />
        <form method="post">
          {showFields(addressFields, refused)}
          <Actions>
            <Button wide>Send the link</Button>
            <LinkButton href="/console/sign-in" variant="quiet">
              Back
            </LinkButton>
          </Actions>
        </form>
      </>
    ),
  }
}
