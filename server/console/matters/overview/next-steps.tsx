import type { InvitationRow } from "../../../matters/invitations.ts"
import type { MailState } from "../../../platform/mail/mail-state.ts"
import type { Missing } from "../../../submissions/missing-answer.ts"
import type { SubmissionRow } from "../../../submissions/submissions.ts"
import { Banner } from "../../../ui/components/banner.tsx"
import { Button } from "../../../ui/components/button.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import type { Tone } from "../../../ui/components/tag.tsx"
import { PostForm } from "../../../ui/components/usable.tsx"
import type { PageRequest } from "../../page-request.ts"
import { momentText } from "../../times.tsx"
import type { FramedMatter } from "../frame.tsx"
import type { ClientMails } from "../invitations/client-mails.tsx"
import { isResendable } from "../invitations/resending.tsx"
import { nameOf } from "../invitations/words.tsx"
import { correctionCount } from "../status/status.tsx"

interface NextStepsProps {
  matter: FramedMatter
  invitations: readonly InvitationRow[]
  missing: readonly Missing[]
  latest: SubmissionRow | undefined
  mails: ClientMails
  /** Nobody has marked what was sent in as read. */
  is_unread: boolean
  req: PageRequest
}

interface Step {
  tone: Tone
  title: string
  text?: string
  action?: { href: string; text: string }
  /** Something to press that needs no page of its own. */
  press?: { href: string; text: string }
}

/** Whose turn it is, and what to do. */
export function NextSteps(props: NextStepsProps) {
  const step = stepOf(props)
  return (
    <Banner
      tone={step.tone}
      title={step.title}
      actions={
        (step.action || step.press) && (
          <>
            {step.press && (
              <PostForm action={step.press.href}>
                <input type="hidden" name="back" value={props.req.url} />
                <Button look="secondary" small>
                  {step.press.text}
                </Button>
              </PostForm>
            )}
            {step.action && (
              <LinkButton href={step.action.href} look="secondary" small>
                {step.action.text}
              </LinkButton>
            )}
          </>
        )
      }
    >
      {step.text && <p>{step.text}</p>}
    </Banner>
  )
}

function stepOf({ matter, invitations, missing, latest, mails, is_unread, req }: NextStepsProps): Step {
  const home = `/console/matters/${matter.id}`
  const live = invitations.filter(({ revoked_at }) => revoked_at === null)
  const waiting = live.filter(({ started_at }) => started_at === null)
  const corrections_step = correctionsStep(matter, home)
  if (corrections_step) return corrections_step
  switch (matter.state) {
    case "closed":
      return { tone: "neutral", title: "This matter is closed.", text: "Everything can still be read." }
    case "completed":
      return {
        tone: "success",
        title: "You have completed this matter.",
        text: "The client can read it. To have something changed, reopen it for the client.",
      }
    case "submitted":
      return matter.is_unseen && latest
        ? {
            tone: "warning",
            title: matter.is_changed
              ? "Something was changed since it was sent in."
              : "The client changed something and sent it in again.",
            text: "No one has seen it yet. Look at what changed before you go on.",
            action: { href: `${home}/review#changes`, text: "See what changed" },
          }
        : {
            tone: "info",
            title: "Your turn: the client has sent everything in.",
            text: "Review it, then complete the matter, or ask the client for more.",
            action: { href: `${home}/review`, text: "Review" },
            ...(is_unread && { press: { href: `${home}/reading`, text: "Mark as read" } }),
          }
    case "started": {
      const things = missing.length === 1 ? "1 required thing is" : `${missing.length} required things are`
      return {
        tone: "info",
        title: "The client is filling it in.",
        text:
          missing.length === 0
            ? "Nothing required is missing: the client only has to send it in."
            : `${things} still missing.`,
        ...(missing.length > 0
          ? { action: { href: `${home}/review#missing`, text: "What is missing" } }
          : {}),
      }
    }
    default: {
      const [first] = waiting
      if (!first) {
        return {
          tone: "warning",
          title: "No one is invited yet.",
          text: "The client needs a link to begin.",
          action: { href: `${home}/invitations/new`, text: "Invite the client" },
        }
      }
      const link = `${home}/invitations/${first.id}`
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
      return waitingStep(mails(first.id, "invitation"), { name, link, req })
    }
  }
}

/** What was asked again comes before everything else that an open matter waits for. */
function correctionsStep({ state, corrections, is_unseen }: FramedMatter, home: string): Step | undefined {
  const { open, answered } = corrections
  if (state === "closed" || state === "completed" || open + answered === 0) return undefined
  // What the client changed and sent in is looked at first; the status says what is still asked.
  if (is_unseen) return undefined
  if (open === 0) {
    return {
      tone: "warning",
      title: `Your turn: the client has answered ${correctionCount(answered)}.`,
      text: "Look at what the client did, then resolve each one or ask again.",
      action: { href: `${home}/corrections`, text: "See the answers" },
    }
  }
  return {
    tone: "info",
    title: `Waiting for the client: ${correctionCount(open)}.`,
    ...(answered > 0 && {
      text: `${correctionCount(answered)} ${answered === 1 ? "is" : "are"} answered already.`,
    }),
    action: { href: `${home}/reminders`, text: "Remind the client" },
  }
}

/** Nobody has begun; what the client waits for depends on what became of the mail. */
function waitingStep(
  state: MailState | undefined,
  { name, link, req }: { name: string; link: string; req: PageRequest },
): Step {
  const waiting = { tone: "info" as const, title: `Waiting for ${name} to begin.` }
  const copy = { href: link, text: "Copy the link" }
  switch (state?.kind) {
    case "sent":
      return {
        ...waiting,
        text: `The invitation was sent ${momentText(state.at, req)}.`,
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
