import type { Parts } from "../../../../parts.ts"
import { isLate } from "../../../../web/console/forms/late-forms.tsx"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { localPath } from "../../../../web/console/next.ts"
import { faultAt, type PageRequest, type RefusedForm, textOf } from "../../../../web/console/page-request.ts"
import type { View } from "../../../../web/console/view.tsx"
import { Actions } from "../../../../web/ui/components/actions.tsx"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { QrImage } from "../../../../web/ui/components/qr-image.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import type { Staff } from "../../../access/console.ts"
import { late_form_hours } from "../../../access/late-forms.ts"
import { newSecondFactor, secondFactorUri } from "../../sign-in/second-factor.ts"
import { accountCrumb } from "./crumb.ts"
import { ProofFields } from "./password-fields.tsx"

/** The new secret travels sealed in the form, and is stored only after the member enters a code made with it. */
export function enrollmentPage(req: PageRequest, refused?: RefusedForm): View {
  const { staff, parts } = req
  const context = `second_factor_offer:${staff.user_id}`
  const secret = openOffer(req, refused) ?? newSecondFactor()
  const isRequired = staff.firm.settings.require_second_factor === true && !staff.has_second_factor
  return {
    title: staff.has_second_factor
      ? "Move two-factor authentication to another app"
      : "Set up two-factor authentication",
    breadcrumbs: isRequired ? undefined : [accountCrumb],
    heading: {
      lede: staff.has_second_factor
        ? "Codes from your current app will stop working, and your other browsers will be signed out."
        : "A stolen password alone will no longer be enough to sign in. Your other browsers will be signed out.",
    },
    banner: isRequired && (
      <Banner tone="info" title={`${staff.firm.name} requires two-factor authentication.`}>
        {isLate(req.query.next ?? "") && (
          <p>
            Nothing you typed is lost: we keep it for {late_form_hours} hours and show it only to you. After
            you set this up, it is on the page again. Nothing is saved until you press the button again.
          </p>
        )}
      </Banner>
    ),
    refused,
    islands: ["copy"],
    body: (
      <Card>
        <form method="post">
          <ol class="instructions">
            <li>
              Install an authenticator app on your phone if you don’t have one. Any app for one-time codes
              works.
            </li>
            <li>
              Scan this QR code with the app, or{" "}
              <a href={secondFactorUri(secret, { email: staff.email, firm_name: staff.firm.name })}>
                open it on this device
              </a>
              .
            </li>
            <li>Enter the six digits that the app shows.</li>
          </ol>
          <QrImage
            text={secondFactorUri(secret, { email: staff.email, firm_name: staff.firm.name })}
            label="QR code for your authenticator app. The key below contains the same information."
          />
          <p>
            Or enter this key in the app: <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
          </p>
          <TextField
            id="code"
            label={staff.has_second_factor ? "Code from the new app" : "Code from the app"}
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength={10}
            error={faultAt(refused, "code")}
            width={10}
          />
          <ProofFields staff={staff} refused={refused} />
          <input type="hidden" name="offer" value={parts.ring.seal(secret, context)} />
          <Actions>
            <Button>{staff.has_second_factor ? "Move it" : "Turn it on"}</Button>
            {!isRequired && (
              <LinkButton href="/console/account" variant="quiet">
                Cancel
              </LinkButton>
            )}
          </Actions>
        </form>
      </Card>
    ),
  }
}

/** The secret sealed in the form; undefined if this service did not seal it for this member. */
export function openOffer(
  { staff, parts }: { staff: Staff; parts: Pick<Parts, "ring"> },
  submitted: Pick<RefusedForm, "form"> | undefined,
): string | undefined {
  const sealed = submitted && textOf(submitted.form, "offer")
  if (!sealed) return undefined
  try {
    return parts.ring.open(sealed, `second_factor_offer:${staff.user_id}`)
  } catch {
    return undefined
  }
}

/** Shows new recovery codes once; otherwise offers to create new ones. */
export function recoveryCodesPage({ handed, staff, query }: PageRequest, refused?: RefusedForm): View {
  const codes = Array.isArray(handed.codes) ? handed.codes.map(String) : undefined
  if (!codes) {
    return {
      title: "Recovery codes",
      breadcrumbs: [accountCrumb],
      heading: {
        lede: "Each code lets you sign in once without your phone. We showed the codes only when they were created.",
      },
      refused,
      body: (
        <Card title="Create new ones?">
          <CancelableForm cancel="/console/account" submit="Create new recovery codes">
            <p>The old ones stop working immediately.</p>
            <ProofFields staff={staff} refused={refused} />
          </CancelableForm>
        </Card>
      ),
    }
  }
  return {
    title: "Your recovery codes",
    breadcrumbs: [accountCrumb],
    heading: { lede: "Print them or save them in a password manager. They won’t be shown again." },
    body: (
      <Card>
        <ul class="codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <p>Each works once, in place of a code from your app.</p>
        <Actions>
          <LinkButton href={query.next ? localPath(query.next) : "/console/account"}>
            I have saved them
          </LinkButton>
        </Actions>
      </Card>
    ),
  }
}

export function removalPage({ staff }: PageRequest, refused?: RefusedForm): View {
  return {
    title: "Turn off two-factor authentication?",
    breadcrumbs: [accountCrumb],
    heading: {
      lede: "You will sign in with your password alone. Your other browsers will be signed out.",
    },
    refused,
    body: (
      <Card>
        <CancelableForm cancel="/console/account" variant="danger" submit="Turn it off">
          <ProofFields staff={staff} refused={refused} />
        </CancelableForm>
      </Card>
    ),
  }
}
