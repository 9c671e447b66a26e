// The form with which staff send themselves an email, to see whether the mail server takes it.

import type { Staff } from "../../../firm/access/console.ts"
import { requireAttempt, testMailLimit } from "../../../firm/users/sign-in/attempts.ts"
import type { Parts } from "../../../parts.ts"
import type { MailState } from "../../../platform/mail/mail-state.ts"
import type { NewMail } from "../../../platform/mail/outbox.ts"
import { hasSentMail, tryMail } from "../../../platform/mail/trying.ts"
import { form, type Outcome, type Refusal } from "../forms/form.ts"

export const testMailUrl = "/console/settings/email/test"

export const testMailForm = form({
  open: async ({ tx, staff }) => ({
    title: "Send a test email",
    text: [
      `An email goes to ${staff.email} now, the way emails to clients do, and this page shows what the mail server answers.`,
      !(await hasSentMail(tx)) && "So far, the mail server has not accepted an email of your firm.",
    ],
    submit: "Send to me",
    icon: "mail",
    cancel: "/console/settings/email",
  }),
  receive: (_, staff, parts) =>
    sendToSelf(parts, staff, {
      subject: `Test email from ${staff.firm.name}`,
      heading: "Your email works",
      paragraphs: ["The mail server accepted this email, so it accepts those to clients and colleagues too."],
    }),
  save: async ({ staff }, _, __, state) => testResult(staff, state),
})

/** Sends an email to the member of staff, whom no one else can make a target. Throws "too many". */
export async function sendToSelf(
  parts: Parts,
  { firm_id, user_id, email }: Staff,
  mail: Omit<NewMail, "recipient" | "footer"> & { footer?: string },
): Promise<MailState> {
  await requireAttempt(parts, [testMailLimit(user_id)])
  return tryMail(parts, firm_id, { footer: "You sent this email to yourself.", ...mail, recipient: email })
}

/** The message after a test email, or the mail server's own words as the reason why it failed. */
export function testResult({ email }: Staff, state: MailState): Outcome | Refusal {
  if (state.kind === "sent") return { done: "test_mail_sent", about: { label: email } }
  const message =
    "fault" in state
      ? `The mail server did not accept the email: ${state.fault}`
      : "The email stays in the outbox, because there is no mail server or this firm is for tests."
  return { faults: [{ param: "main", code: "not_sent", message }] }
}
