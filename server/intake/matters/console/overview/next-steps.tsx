// What staff should do about a matter next. The file is long because each step is a sentence of its own.

import type { MailState } from "../../../../platform/mail/mail-state.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import { joinWords } from "../../../../platform/text/joined-words.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { timeText } from "../../../../web/console/times.tsx"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { LinkButton, PostButton } from "../../../../web/ui/components/button.tsx"
import type { Tone } from "../../../../web/ui/components/tag.tsx"
import { loadMatter } from "../../../submissions/loaded-matter.ts"
import { readReadiness } from "../../../submissions/missing/missing.ts"
import { openItemsInWords } from "../../../submissions/missing/open-items.ts"
import { listSubmissions } from "../../../submissions/submissions.ts"
import { type InvitationRow, listInvitations } from "../../invitations/invitations.ts"
import { readClientEmails } from "../../invitations/mail-states.ts"
import type { MatterDetails } from "../frame/frame.tsx"
import { isResendable, nameInSentence } from "../invitations/sending.tsx"

interface Step {
  tone: Tone
  title: string
  text?: string
  action?: { href: string; text: string }
  /** A button that acts at once, without a page of its own. */
  press?: { href: string; text: string }
}

/** Loads what the next step depends on; `open` are the signatures and documents still to come, in words. */
export async function readNextSteps(req: PageRequest, matter: MatterDetails) {
  const { tx, parts } = req
  const loaded = loadMatter(tx, parts.ring, matter.id)
  const [mails, invitations, { missing, open }, submissions] = await Promise.all([
    readClientEmails(req, matter.id),
    listInvitations(tx, matter.id),
    readReadiness(loaded),
    listSubmissions(tx, matter.id),
  ])
  const words = openItemsInWords(open, "en", "firm")
  return { req, matter, loaded, mails, invitations, missing, open: words, latest: submissions.at(0) }
}

type NextStepsProps = Awaited<ReturnType<typeof readNextSteps>>

export function NextSteps(props: NextStepsProps) {
  const step = stepOf(props)
  return (
    <Banner
      id="next-steps"
      tone={step.tone}
      title={step.title}
      actions={
        (step.action || step.press) && (
          <>
            {step.action && (
              <LinkButton href={step.action.href} variant="secondary" small>
                {step.action.text}
              </LinkButton>
            )}
            {step.press && (
              <PostButton action={step.press.href} fields={{ back: props.req.url }} variant="secondary" small>
                {step.press.text}
              </PostButton>
            )}
          </>
        )
      }
    >
      {step.text && <p>{step.text}</p>}
    </Banner>
  )
}

function stepOf({ matter, invitations, missing, open, latest, mails, req }: NextStepsProps): Step {
  const home = `/console/matters/${matter.id}`
  const corrections_step = correctionsStep(matter, home)
  if (corrections_step) return corrections_step
  switch (matter.state) {
    case "closed":
      return { tone: "neutral", title: "This matter is closed.", text: "You can still read everything." }
    case "completed":
      return {
        tone: "success",
        ...(open.length === 0
          ? {
              title: "This matter is completed.",
              text: "The client can read it but not change it. To request changes, reopen it for the client.",
            }
          : {
              title: "This matter is completed, but something is still to come.",
              text: "The client can still give what is listed below, and read the rest. To request changes, reopen it for the client.",
            }),
      }
    case "submitted":
      return matter.is_unseen && latest
        ? {
            tone: "warning",
            title: matter.is_changed
              ? "Something has changed since it was submitted."
              : "The client changed something and submitted it again.",
            text: "Some of it no one has seen yet. Look at what changed before you continue.",
            action: { href: `${home}/review#changes`, text: "See what changed" },
          }
        : {
            tone: "info",
            title:
              open.length === 0
                ? "Your turn: the client has submitted everything."
                : `Your turn: the client has submitted. Still to come: ${joinWords(open, "en")}.`,
            text: "Review it, then complete the matter, or ask the client for more.",
            action: { href: `${home}/review`, text: "Review" },
            ...(matter.is_unread && { press: { href: `${home}/reading`, text: "Mark as read" } }),
          }
    case "started": {
      const filling = { tone: "info" as const, title: "The client is filling in the questionnaire." }
      if (missing.length === 0)
        return { ...filling, text: "Nothing required is missing. The client only has to submit it." }
      return {
        ...filling,
        text: `${countText(missing.length, "required thing is", "required things are")} still missing.`,
        action: { href: `${home}/review#missing`, text: "See what is missing" },
      }
    }
    case "created": {
      const waiting = invitations.filter((one) => one.revoked_at === null && one.started_at === null)
      const isFailed = ({ id }: InvitationRow) =>
        ["failed", "retrying"].includes(mails(id, "invitation")?.kind ?? "")
      // What failed waits for the firm, the others for the client.
      const first = waiting.find(isFailed) ?? waiting[0]
      if (first) return waitingStep(first, mails(first.id, "invitation"), req)
      return {
        tone: "warning",
        title: "No one has been invited yet.",
        text: "The client needs a link to start.",
        action: { href: `${home}/invitations/new`, text: "Invite the client" },
      }
    }
  }
}

/** In an open matter, corrections take precedence over every other step but unseen changes. */
function correctionsStep({ state, corrections, is_unseen }: MatterDetails, home: string): Step | undefined {
  const { open, answered } = corrections
  if (state === "closed" || state === "completed" || open + answered === 0) return undefined
  // Staff look at submitted changes first; the status tag already shows the open corrections.
  if (is_unseen) return undefined
  if (open === 0) {
    return {
      tone: "warning",
      title: `Your turn: the client has answered ${countText(answered, "correction")}.`,
      text: "Check what the client did, then resolve each one or ask again.",
      action: { href: `${home}/conversation?kind=corrections#stream`, text: "See the answers" },
    }
  }
  return {
    tone: "info",
    title: `Waiting for the client: ${countText(open, "correction")}.`,
    ...(answered > 0 && { text: `${countText(answered, "correction")} already answered.` }),
    action: { href: `${home}/reminders`, text: "Remind the client" },
  }
}

/** The step while no client has started: it depends on the state of the link and of its email. */
function waitingStep(first: InvitationRow, state: MailState | undefined, req: PageRequest): Step {
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
      return { ...waiting, text: "The invitation is about to be sent.", action: copy }
    case "unsent":
      return {
        tone: "warning",
        title: `The invitation to ${name} was not sent.`,
        text: `${whyUnsent(req)} Copy the link and share it yourself.`,
        action: copy,
      }
    case "retrying":
    case "failed":
      return {
        tone: "warning",
        title: `The invitation to ${name} was not delivered.`,
        text: `${first.email ? `Check the address ${first.email}, or share the link another way.` : "Share the link another way."} ${state.kind === "retrying" ? "Foyer will try again by itself." : "Foyer will not try again by itself."} The mail server says: ${state.fault.replace(/(?<![.\s])[.\s]+$/, "")}.`,
        action: { href: link, text: "Correct the address" },
      }
    case undefined:
      return { ...waiting, text: "The link was created but not sent by email.", action: copy }
  }
}

function whyUnsent({ staff, parts }: PageRequest): string {
  if (staff.firm.is_test) return "Emails of a test firm stay in the outbox."
  return parts.config.smtp_url
    ? "It was written before a mail server was set up, and will not be sent."
    : "No mail server is set up."
}
