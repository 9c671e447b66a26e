import type { Console } from "../../../../web/console/routing.ts"
import { invitationPage } from "./page.tsx"
import { addressForm, inviteForm, mailForm, resend } from "./sending.tsx"
import { appRemoval, passkeyRemoval, renewal, revocation } from "./steps.ts"

const base = "/console/matters/:matter_id/invitations"
const sent = { audit: { action: "invitation_sent" } }

export function invitationRoutes(console: Console): void {
  console.form(`${base}/new`, inviteForm)
  console.page(`${base}/:invitation_id`, invitationPage, { member: true })
  console.form(`${base}/:invitation_id/mail`, mailForm, sent)
  console.action(`${base}/:invitation_id/resending`, resend, sent)
  console.form(`${base}/:invitation_id/address`, addressForm)
  console.form(`${base}/:invitation_id/renewal`, renewal)
  console.form(`${base}/:invitation_id/revocation`, revocation)
  console.form(`${base}/:invitation_id/app-removal`, appRemoval)
  console.form(`${base}/:invitation_id/passkey-removal`, passkeyRemoval)
}
