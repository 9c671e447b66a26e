import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { faultAt, fieldOf, type PageRequest, type RefusedForm } from "../../../../web/console/page-request.ts"
import type { View } from "../../../../web/console/view.tsx"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { accountCrumb } from "./crumb.ts"
import { ProofFields } from "./password-fields.tsx"

export function emailPage({ staff, parts }: PageRequest, refused?: RefusedForm): View {
  return {
    title: "Change your email address",
    breadcrumbs: [accountCrumb],
    heading: { lede: `You sign in with ${staff.email} until the new address is confirmed.` },
    refused,
    banner: !parts.config.smtp_url && (
      <Banner
        tone="info"
        title="This installation doesn’t send email. Ask an admin of your firm for the code in the outbox."
      />
    ),
    body: (
      <Card>
        <CancelableForm noValidate cancel="/console/account" submit="Send the code">
          <TextField
            {...fieldOf(refused, "email")}
            label="New email address"
            hint="We’ll send a code to it for you to enter on the next page."
            type="email"
            autocomplete="email"
            spellcheck={false}
            width={30}
          />
          <ProofFields staff={staff} refused={refused} />
        </CancelableForm>
      </Card>
    ),
  }
}

/** `email` is the address to confirm; undefined if there is none. */
export function confirmationPage(email: string | undefined, refused?: RefusedForm): View {
  const title = "Confirm your email address"
  if (email === undefined && !refused) {
    return {
      title,
      breadcrumbs: [accountCrumb],
      heading: { lede: "There is no address to confirm, or its code has expired." },
      body: (
        <p>
          <LinkButton href="/console/account/email" variant="secondary">
            Enter a new address
          </LinkButton>
        </p>
      ),
    }
  }
  return {
    title,
    breadcrumbs: [accountCrumb],
    heading: {
      lede: email && `We sent six digits to ${email}. They work for 10 minutes.`,
    },
    refused,
    body: (
      <Card>
        <CancelableForm noValidate cancel="/console/account" submit="Use this address">
          <TextField
            id="code"
            label="Code"
            inputmode="numeric"
            autocomplete="one-time-code"
            spellcheck={false}
            maxlength={12}
            error={faultAt(refused, "code")}
            width={10}
          />
          <p class="hint">Your other browsers will be signed out.</p>
        </CancelableForm>
        <p>
          <a href="/console/account/email">Didn’t get the code, or want to use another address?</a>
        </p>
      </Card>
    ),
  }
}
