import type { MailState } from "../../../../platform/mail/mail-state.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { timeText } from "../../../../web/console/times.tsx"
import type { Tone } from "../../../../web/ui/components/tag.tsx"
import type { InvitationRow } from "../../invitations/invitations.ts"
import { nameInSentence } from "../invitations/invitation.ts"
import { isResendable } from "../invitations/sending.tsx"

/** What staff should do about a matter next. */
export interface Step {
  tone: Tone
  title: string
  text?: string
  action?: { href: string; text: string }
  /** A button that acts at once, without a page of its own. */
  press?: { href: string; text: string }
}

/** The step while no client has started: it depends on the state of the link and of its email. */
export function waitingStep(first: InvitationRow, state: MailState | undefined, req: PageRequest): Step {
  const link = `/console/matters/${first.matter_id}/invitations/${first.id}`
  const name = nameInSentence(first)
  if (first.is_expired)
    return {
      tone: "warning",
      title: `The link for ${name} has expired.`,
      text: "No one used it in time. Send a new one.",
      ...(isResendable(first)
        ? { press: { href: `${link}/resending`, text: "Send a new link" } }
        : { action: { href: link, text: "Create a new link" } }),
    }
  const waiting = { tone: "info" as const, title: `Waiting for ${name} to start.` }
  const copy = { href: link, text: "Copy the link" }
  switch (state?.kind) {
    case "sent":
      return {
        ...waiting,
        text: `The invitation was sent ${timeText(state.at, req)}.`,
        action: { href: link, text: "Send again" },
      }
    case "queued":
      return {
        ...waiting,
        text: "The invitation is queued. The mail server has not accepted it yet.",
        action: copy,
      }
    case "unsent":
      return {
        tone: "warning",
        title: `The invitation to ${name} was not sent.`,
        text: `${req.staff.firm.is_test ? "Emails of a test firm stay in the outbox." : "No mail server is set up."} Copy the link and share it yourself.`,
        action: copy,
      }
    case "retrying":
    case "failed":
      return {
        tone: "warning",
        title: `The invitation to ${name} was not delivered.`,
        text: `${state.fault.replace(/(?<![.\s])[.\s]+$/, "")}. ${state.kind === "retrying" ? "Foyer will try again automatically." : "Foyer will not try again automatically."}`,
        action: { href: link, text: "Send again or copy the link" },
      }
    default:
      return { ...waiting, text: "The link was created but not sent by email.", action: copy }
  }
}
