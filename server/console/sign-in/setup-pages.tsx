import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import type { Setup } from "../../users/setup.ts"
import { NewPasswordField } from "../account/password-fields.tsx"
import { fieldOf, type RefusedForm } from "../page-request.ts"
import type { View } from "../view.tsx"
import { EmailField } from "./email-field.tsx"

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
          lede={setup.has_password ? undefined : "Set your name and a password, and you are in."}
        />
        <form method="post">
          <TextField
            {...fieldOf(refused, "name", setup.name)}
            label="Your name"
            hint="As clients and colleagues know you."
            autocomplete="name"
            width={30}
          />
          <TextField
            id="email"
            label="Email address"
            hint="You sign in with it."
            type="email"
            autocomplete="username"
            value={setup.email}
            readonly
            width={30}
          />
          <NewPasswordField refused={refused} label="Password" />
          <Actions>
            <Button wide>{setup.has_password ? "Save the password" : "Start"}</Button>
          </Actions>
        </form>
      </>
    ),
  }
}

/** Invited where staff sign in through their identity provider alone: there is no password to set. */
export function noPasswordPage({ firm_name, email }: Setup, single_sign_on: string): View {
  const title = `Welcome to ${firm_name}`
  return {
    title,
    body: (
      <>
        <PageHeading
          title={title}
          lede={`You need no password here. Sign in with the account of ${email}.`}
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
          lede="A link to set a password works once, and for seven days."
        />
        <p>
          If you have set your password, sign in with it. If not, ask an admin of your firm for a fresh link.
        </p>
        <Actions>
          <LinkButton href="/console/sign-in">Sign in</LinkButton>
          <LinkButton href="/console/forgotten-password" look="secondary">
            I forgot my password
          </LinkButton>
        </Actions>
      </>
    ),
  }
}

/** Where nothing is mailed, a link has to come by other ways: then there is no form. */
export function noMailPage(): View {
  const title = "I forgot my password"
  return {
    title,
    body: (
      <>
        <PageHeading
          title={title}
          lede="This installation sends no email, so a new link has to come by hand."
        />
        <p>
          Ask an admin of your firm: the team page creates a new link. If you are the only admin, whoever runs
          this service makes one with <code>foyer staff invite</code>.
        </p>
        <Actions>
          <LinkButton href="/console/sign-in" look="secondary">
            Back
          </LinkButton>
        </Actions>
      </>
    ),
  }
}

export function forgottenPage(sent: boolean, refused?: RefusedForm): View {
  const title = sent ? "Check your email" : "I forgot my password"
  return {
    title,
    refused,
    body: sent ? (
      <>
        <PageHeading
          title={title}
          lede="If the address belongs to someone who works at a firm here, a link to set a new password is on its way."
        />
        <p>
          It works once, and for an hour. Nothing came? Ask an admin of your firm for a fresh link: the team
          page makes one.
        </p>
      </>
    ) : (
      <>
        <PageHeading
          title={title}
          lede="We send a link to set a new one. Until you use it, the present one works."
        />
        <form method="post">
          <EmailField refused={refused} />
          <Actions>
            <Button wide>Send the link</Button>
            <LinkButton href="/console/sign-in" look="quiet">
              Back
            </LinkButton>
          </Actions>
        </form>
      </>
    ),
  }
}
