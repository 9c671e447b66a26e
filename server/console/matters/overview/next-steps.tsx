import type { InvitationRow } from "../../../matters/invitations.ts"
import type { Missing } from "../../../submissions/missing-answer.ts"
import type { SubmissionRow } from "../../../submissions/submissions.ts"
import { Banner } from "../../../ui/components/banner.tsx"
import { Button } from "../../../ui/components/button.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import { PostForm } from "../../../ui/components/permitted.tsx"
import type { PageRequest } from "../../page-request.ts"
import type { FramedMatter } from "../frame.tsx"
import type { ClientMails } from "../invitations/client-mails.tsx"
import { correctionCount } from "../status/status.tsx"
import { type Step, waitingStep } from "./waiting-step.ts"

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
      return waitingStep(first, mails(first.id, "invitation"), req)
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
