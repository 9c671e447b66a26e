import type { Staff } from "../../access/console.ts"
import { late_form_hours } from "../../access/late-forms.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Banner } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { QrImage } from "../../ui/components/qr-image.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { newSecondFactor, secondFactorUri } from "../../users/second-factor.ts"
import { isLate } from "../late-forms.tsx"
import { localPath } from "../next.ts"
import { type ConsoleParts, faultAt, type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { View } from "../view.tsx"
import { accountCrumb } from "./crumb.ts"
import { ProofFields } from "./password-fields.tsx"

/** The secret travels sealed in the form until a code made with it comes back; nothing is stored before. */
export function enrolmentPage(req: PageRequest, refused?: RefusedForm): View {
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
        ? "Codes of the app you use now stop working, and every other browser is signed out."
        : "A stolen password alone is then not enough. Every other browser is signed out.",
    },
    banner: isRequired && (
      <Banner tone="info" title={`${staff.firm.name} requires two-factor authentication.`}>
        {isLate(req.query.next ?? "") && (
          <p>
            Nothing you typed is lost: it is kept for {late_form_hours} hours, for you alone. Once this is set
            up, it is back on the page. Nothing is saved before you press the button again.
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
              Get an authenticator app on your phone, if you have none: any that knows one-time codes will do.
            </li>
            <li>
              Scan this picture with it, or{" "}
              <a href={secondFactorUri(secret, { email: staff.email, firm_name: staff.firm.name })}>
                open it on this device
              </a>
              .
            </li>
            <li>Type the six digits that the app shows.</li>
          </ol>
          <QrImage
            text={secondFactorUri(secret, { email: staff.email, firm_name: staff.firm.name })}
            label="QR code for your authenticator app. The key below says the same."
          />
          <p>
            Or type this key into the app: <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
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
              <LinkButton href="/console/account" look="quiet">
                Cancel
              </LinkButton>
            )}
          </Actions>
        </form>
      </Card>
    ),
  }
}

/** The secret that the form offered, or undefined when it was not ours. */
export function openOffer(
  { staff, parts }: { staff: Staff; parts: Pick<ConsoleParts, "ring"> },
  sent: Pick<RefusedForm, "form"> | undefined,
): string | undefined {
  const sealed = sent && textOf(sent.form, "offer")
  if (!sealed) return undefined
  try {
    return parts.ring.open(sealed, `second_factor_offer:${staff.user_id}`)
  } catch {
    return undefined
  }
}

/** Shown once after turning two-factor authentication on, or after asking for new codes. */
export function recoveryCodesPage({ handed, staff, query }: PageRequest, refused?: RefusedForm): View {
  const codes = Array.isArray(handed.codes) ? handed.codes.map(String) : undefined
  if (!codes) {
    return {
      title: "Recovery codes",
      breadcrumbs: [accountCrumb],
      heading: {
        lede: "Each opens the console once when your phone is not at hand. They were shown when they were created.",
      },
      refused,
      body: (
        <Card title="Create new ones?">
          <CancelableForm cancel="/console/account" submit="Create new recovery codes">
            <p>The earlier ones stop working at once.</p>
            <ProofFields staff={staff} refused={refused} />
          </CancelableForm>
        </Card>
      ),
    }
  }
  return {
    title: "Your recovery codes",
    breadcrumbs: [accountCrumb],
    heading: { lede: "Print them or save them in a password manager: they are not shown again." },
    body: (
      <Card>
        <ul class="codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <p>Each works once, in place of the code of your app.</p>
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
    heading: { lede: "From then on your password alone signs you in. Every other browser is signed out." },
    refused,
    body: (
      <Card>
        <CancelableForm cancel="/console/account" look="danger" submit="Turn it off">
          <ProofFields staff={staff} refused={refused} />
        </CancelableForm>
      </Card>
    ),
  }
}
