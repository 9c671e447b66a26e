import type { InvitationRow } from "../../../matters/invitations.ts"
import type { MailState } from "../../../platform/mail/mail-state.ts"
import type { Tone } from "../../../ui/components/tag.tsx"
import type { PageRequest } from "../../page-request.ts"
import { timeText } from "../../times.tsx"
import { isResendable } from "../invitations/resending.tsx"
import { nameOf } from "../invitations/words.tsx"

/** What is to be done about a matter next. */
export interface Step {
  tone: Tone
  title: string
  text?: string
  action?: { href: string; text: string }
  /** Something to press that needs no page of its own. */
  press?: { href: string; text: string }
}

/** Nobody has begun; what the client waits for depends on the link, and on what became of its email. */
export function waitingStep(first: InvitationRow, state: MailState | undefined, req: PageRequest): Step {
  const link = `/console/matters/${first.matter_id}/invitations/${first.id}`
  const name = nameOf(first)
  if (first.is_expired)
    return {
      tone: "warning",
      title: `The link of ${name} has expired.`,
      text: "No one started with it in time. A new invitation carries a new link.",
      ...(isResendable(first)
        ? { press: { href: `${link}/resending`, text: "Send a new link" } }
        : { action: { href: link, text: "Create a new link" } }),
    }
  const waiting = { tone: "info" as const, title: `Waiting for ${name} to begin.` }
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
        text: "The invitation is queued: the mail server has not taken it yet.",
        action: copy,
      }
    case "unsent":
      return {
        tone: "warning",
        title: `The invitation to ${name} was not sent.`,
        text: "There was no mail server to send it. Copy the link and hand it over yourself.",
        action: copy,
      }
    case "retrying":
    case "failed":
      return {
        tone: "warning",
        title: `The invitation to ${name} was not delivered.`,
        text: `${state.fault.replace(/[.\s]*$/, "")}. ${state.kind === "retrying" ? "Foyer will try again by itself." : "Foyer will not try again by itself."}`,
        action: { href: link, text: "Send again or copy the link" },
      }
    default:
      return { ...waiting, text: "The link was created but not sent by email.", action: copy }
  }
}
