import type { Parts } from "../../parts.ts"
import type { App } from "../../platform/http/app.ts"
import { page } from "../page.ts"
import { endOtherDevices, showAccount } from "./account.tsx"
import { account_home } from "./account-page.ts"
import { enrolment, recoveryCodes, removal } from "./app.tsx"
import { accountChange } from "./changing.tsx"
import { email } from "./email.tsx"
import { confirmEmail, showEmailConfirmation } from "./email-confirmation.tsx"
import { declinePasskeyOffer, offer_url } from "./passkey-offer.tsx"
import { judgeOwnPasskey, takePasskeyProof } from "./passkey-proof.tsx"
import { newPasskey, passkeyRemoval } from "./passkeys.tsx"
import { password } from "./password.tsx"
import { sendProofCode } from "./proof-code.tsx"

/** How a client comes back; nobody else's business, so staff get none of it on the client's behalf. */
export function accountRoutes(app: App, parts: Parts): void {
  page(app, parts, "GET", account_home, showAccount)
  page(app, parts, "POST", `${account_home}/code`, sendProofCode)
  page(app, parts, "POST", `${account_home}/passkey`, takePasskeyProof, {
    prepare: (request, parts, routed) => judgeOwnPasskey(request, parts, routed),
  })
  page(app, parts, "POST", `${account_home}/devices`, endOtherDevices)
  page(app, parts, "POST", offer_url, declinePasskeyOffer)
  accountChange(app, parts, "email", email)
  page(app, parts, "GET", `${account_home}/email/confirmation`, (req, request) =>
    showEmailConfirmation(req, request),
  )
  page(app, parts, "POST", `${account_home}/email/confirmation`, confirmEmail)
  accountChange(app, parts, "password", password)
  accountChange(app, parts, "passkeys/new", newPasskey)
  accountChange(app, parts, "passkeys/:passkey_id/removal", passkeyRemoval)
  accountChange(app, parts, "app", enrolment)
  accountChange(app, parts, "app/removal", removal)
  accountChange(app, parts, "app/recovery-codes", recoveryCodes)
}
