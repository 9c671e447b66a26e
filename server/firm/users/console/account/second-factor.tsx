// Sets up, moves and turns off a member's own two-factor authentication, and creates recovery codes.

import { badField } from "../../../../platform/errors.ts"
import type { KeyRing } from "../../../../platform/secrets/key-ring.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { isLate } from "../../../../web/console/forms/late-forms.tsx"
import { hidden, oneTimeCode } from "../../../../web/console/forms/unseen-fields.tsx"
import { localPath, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { ConsoleForm } from "../../../../web/console/routing.ts"
import type { View } from "../../../../web/console/view.tsx"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { Actions, LinkButton } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { QrImage } from "../../../../web/ui/components/qr-image.tsx"
import type { Staff } from "../../../access/console.ts"
import { late_form_hours } from "../../../access/late-forms.ts"
import { endSessionsOf } from "../../../access/sessions.ts"
import { tellOfChange } from "../../notices.ts"
import { type Proof, requireUnchanged } from "../../sign-in/proof.ts"
import { renewRecoveryCodes } from "../../sign-in/recovery-codes.ts"
import {
  enableSecondFactor,
  isCodeOf,
  newSecondFactor,
  removeSecondFactor,
  secondFactorUri,
} from "../../sign-in/second-factor.ts"
import { accountCrumb, accountForm, formOf, proofFields, receiveProof } from "./proof.tsx"

const recoveryUrl = `${accountCrumb.href}/recovery-codes`

/**
 * Turns two-factor authentication on, or moves it to another app, and shows new recovery codes. The new secret travels
 * sealed in the form, and is stored only after the member enters a code made with it.
 */
export const enrollment = form({
  open: async ({ staff, parts, query }, refused) => {
    const secret =
      openOffer(parts.ring, staff, refused && trimmedTextOf(refused.form, "offer")) ?? newSecondFactor()
    const isMove = staff.has_second_factor
    const isRequired = staff.firm.settings.require_second_factor === true && !isMove
    return {
      title: isMove ? "Move two-factor authentication to another app" : "Set up two-factor authentication",
      breadcrumbs: isRequired ? undefined : [accountCrumb],
      lede: isMove
        ? "Codes from your current app will stop working, and your other browsers will be signed out."
        : "A stolen password alone will no longer be enough to sign in. Your other browsers will be signed out.",
      banner: isRequired && (
        <Banner tone="info" title={`${staff.firm.name} requires two-factor authentication.`}>
          {isLate(query.next ?? "") && (
            <p>
              Nothing you typed is lost: we keep it for {late_form_hours} hours and show it only to you. After
              you set this up, it is on the page again. Nothing is saved until you press the button again.
            </p>
          )}
        </Banner>
      ),
      islands: ["copy"],
      intro: <SecondFactorSteps secret={secret} staff={staff} />,
      fields: {
        code: oneTimeCode({
          label: isMove ? "Code from the new app" : "Code from the app",
          inputmode: "numeric",
          maxlength: 10,
        }),
        ...proofFields(staff),
        offer: hidden(parts.ring.seal(secret, contextOf(staff))),
      },
      submit: isMove ? "Move it" : "Turn it on",
      cancel: isRequired ? undefined : accountCrumb.href,
    }
  },
  receive: async (request, staff, parts) => {
    const form = formOf(request)
    const code = trimmedTextOf(form, "code")
    const secret = openOffer(parts.ring, staff, trimmedTextOf(form, "offer"))
    if (!secret || !isCodeOf(secret, code, parts.db.clock())) throw wrongCode()
    return { secret, code, proof: await receiveProof(request, staff, parts) }
  },
  save: async ({ tx, staff, parts, query }, _, __, { proof, ...offer }) => {
    await requireUnchanged(tx, proof)
    if (!(await enableSecondFactor(tx, parts.ring, staff.user_id, offer))) throw wrongCode()
    const codes = await renewRecoveryCodes(tx, staff.user_id)
    await endSessionsOf(tx, staff.user_id, staff.session_id)
    const done = proof.has_second_factor ? "second_factor_moved" : "second_factor_on"
    await tellOfChange(tx, parts, staff.user_id, done)
    const goOn = query.next ? `?${new URLSearchParams({ next: localPath(query.next) })}` : ""
    return { done, to: `${recoveryUrl}${goOn}`, handed: { codes } }
  },
})

function SecondFactorSteps({ secret, staff }: { secret: string; staff: Staff }) {
  const uri = secondFactorUri(secret, { email: staff.email, firm_name: staff.firm.name })
  return (
    <>
      <ol class="instructions">
        <li>
          Install an authenticator app on your phone if you don’t have one. Any app for one-time codes works.
        </li>
        <li>
          Scan this QR code with the app, or <a href={uri}>open it on this device</a>.
        </li>
        <li>Enter the six digits that the app shows.</li>
      </ol>
      <QrImage
        text={uri}
        label="QR code for your authenticator app. The key below contains the same information."
      />
      <p>
        Or enter this key in the app: <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
    </>
  )
}

export const removal = form({
  open: async ({ staff }) => ({
    title: "Turn off two-factor authentication?",
    ...accountForm,
    lede: "You will sign in with your password alone. Your other browsers will be signed out.",
    fields: proofFields(staff),
    submit: "Turn it off",
    variant: "danger",
  }),
  receive: receiveProof,
  save: async ({ tx, staff, parts }, _, __, proof) => {
    await requireUnchanged(tx, proof)
    await removeSecondFactor(tx, staff.user_id)
    await endSessionsOf(tx, staff.user_id, staff.session_id)
    await tellOfChange(tx, parts, staff.user_id, "second_factor_off")
    return { done: "second_factor_off" }
  },
})

const renewal = form({
  open: async ({ staff }) => ({
    title: "Recovery codes",
    ...accountForm,
    lede: "Each code lets you sign in once without your phone. We showed the codes only when they were created.",
    card: "Create new ones?",
    text: ["The old ones stop working immediately."],
    fields: proofFields(staff),
    submit: "Create new recovery codes",
  }),
  receive: receiveProof,
  save: async ({ tx, staff, parts }, _, __, proof) => {
    await requireUnchanged(tx, proof)
    const codes = await renewRecoveryCodes(tx, staff.user_id)
    await tellOfChange(tx, parts, staff.user_id, "recovery_codes_renewed")
    return { done: "recovery_codes_created", to: recoveryUrl, handed: { codes } }
  },
})

/** Shows new recovery codes once; otherwise offers to create new ones. */
export const recoveryCodes: ConsoleForm<Proof> = {
  ...renewal,
  show: async (req, refused) =>
    Array.isArray(req.handed.codes)
      ? codesPage(req.handed.codes.map(String), req.query.next)
      : renewal.show(req, refused),
}

function codesPage(codes: readonly string[], next: string | undefined): View {
  return {
    title: "Your recovery codes",
    breadcrumbs: [accountCrumb],
    lede: "Print them or save them in a password manager. They won’t be shown again.",
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
          <LinkButton href={next ? localPath(next) : accountCrumb.href}>I have saved them</LinkButton>
        </Actions>
      </Card>
    ),
  }
}

const contextOf = ({ user_id }: Staff) => `second_factor_offer:${user_id}`

/** The secret sealed in the form; undefined if this service did not seal it for this member. */
function openOffer(ring: KeyRing, staff: Staff, sealed: string | undefined): string | undefined {
  try {
    return sealed && ring.open(sealed, contextOf(staff))
  } catch {
    return undefined
  }
}

function wrongCode() {
  const message = "This code does not match the QR code. Enter the six digits the app shows now."
  return badField("code", "not_matching", message)
}
