import { queueMail } from "../../../../platform/mail/outbox.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { nameOf } from "./team-words.tsx"

/** Emails an invited colleague the link to the console. */
export async function mailWelcome(
  { tx, parts, staff }: PageRequest,
  recipient: string,
  url: string,
): Promise<void> {
  const { oidc_only, oidc_name } = parts.config
  await queueMail(tx, parts.ring, {
    recipient,
    subject: `${staff.firm.name} invites you to its console`,
    heading: `Welcome to ${staff.firm.name}`,
    paragraphs: [
      `${nameOf(staff)} invites you to work in the console of ${staff.firm.name}.`,
      oidc_only
        ? `Sign in with ${oidc_name}, using the account of this address. There is no password to set.`
        : "Enter your name and choose a password. The link works once, within seven days.",
    ],
    button: { label: oidc_only ? "Go to the console" : "Set a password", url },
    footer: "You received this email because a colleague entered your address.",
  })
}
