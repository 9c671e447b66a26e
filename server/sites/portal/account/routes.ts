import { page } from "../../../intake/portal/page.ts"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { endOtherDevices, showAccount } from "./account.tsx"
import { accountChangeRoutes } from "./account-change.tsx"
import { accountUrl } from "./account-url.ts"
import { email } from "./email.tsx"
import { confirmEmail, showEmailConfirmation } from "./email-confirmation.tsx"
import { declinePasskeyOffer, offerUrl } from "./passkey-offer.tsx"
import { newPasskey, passkeyRemoval } from "./passkeys.tsx"
import { password } from "./password.tsx"
import { recordPasskeyProof, verifyOwnPasskey } from "./proof/passkey-proof.tsx"
import { sendProofCode } from "./proof/proof-code.tsx"

/** The pages of a client's own sign-in. Staff who act for the client may not open them. */
export function accountRoutes(app: App, parts: Parts): void {
  page(app, parts, "GET", accountUrl, showAccount)
  page(app, parts, "POST", `${accountUrl}/code`, sendProofCode)
  page(app, parts, "POST", `${accountUrl}/passkey`, recordPasskeyProof, {
    prepare: (request, parts, routed) => verifyOwnPasskey(request, parts, routed),
  })
  page(app, parts, "POST", `${accountUrl}/devices`, endOtherDevices)
  page(app, parts, "POST", offerUrl, declinePasskeyOffer)
  accountChangeRoutes(app, parts, "email", email)
  page(app, parts, "GET", `${accountUrl}/email/confirmation`, (req, request) =>
    showEmailConfirmation(req, request),
  )
  page(app, parts, "POST", `${accountUrl}/email/confirmation`, confirmEmail)
  accountChangeRoutes(app, parts, "password", password)
  accountChangeRoutes(app, parts, "passkeys/new", newPasskey)
  accountChangeRoutes(app, parts, "passkeys/:passkey_id/removal", passkeyRemoval)
}
