import { onPage } from "../../../../web/console/forms/form.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { invitationPage } from "./page.tsx"
import { addressForm, inviteForm, mailForm, resend } from "./sending.tsx"
import { passkeyRemoval, renewal, revocation } from "./steps.ts"

const base = "/console/matters/:matter_id/invitations"
const page = `${base}/:invitation_id`
const sent = { audit: { action: "invitation_sent" } }

export function invitationRoutes(console: Console): void {
  console.form(`${base}/new`, inviteForm)
  console.page(page, invitationPage, { member: true })
  console.action(`${page}/resending`, resend, sent)
  console.form(`${page}/mail`, onPage(page, invitationPage, mailForm), sent)
  console.form(`${page}/address`, onPage(page, invitationPage, addressForm))
  console.form(`${page}/renewal`, onPage(page, invitationPage, renewal))
  console.form(`${page}/revocation`, onPage(page, invitationPage, revocation))
  console.form(`${page}/passkey-removal`, onPage(page, invitationPage, passkeyRemoval))
}
