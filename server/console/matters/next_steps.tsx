import type { InvitationRow } from "../../matters/invitations.ts"
import type { Missing } from "../../submissions/missing.ts"
import type { SubmissionRow } from "../../submissions/submissions.ts"
import { Banner } from "../../ui/components/banner.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import type { Tone } from "../../ui/components/tag.tsx"
import { momentText } from "../times.tsx"
import type { Visit } from "../visit.ts"
import type { FramedMatter } from "./frame.tsx"
import { nameOf } from "./invitation_words.tsx"

interface NextStepsProps {
  matter: FramedMatter
  invitations: readonly InvitationRow[]
  missing: readonly Missing[]
  latest: SubmissionRow | undefined
  visit: Visit
}

interface Step {
  tone: Tone
  title: string
  text?: string
  action?: { href: string; text: string }
}

/** Whose turn it is, and what to do. */
export function NextSteps(props: NextStepsProps) {
  const step = stepOf(props)
  return (
    <Banner
      tone={step.tone}
      title={step.title}
      actions={
        step.action && (
          <LinkButton href={step.action.href} look="secondary" small>
            {step.action.text}
          </LinkButton>
        )
      }
    >
      {step.text && <p>{step.text}</p>}
    </Banner>
  )
}

function stepOf({ matter, invitations, missing, latest, visit }: NextStepsProps): Step {
  const home = `/console/matters/${matter.id}`
  const live = invitations.filter(({ revoked_at }) => revoked_at === null)
  const waiting = live.filter(({ started_at }) => started_at === null)
  switch (matter.state) {
    case "closed":
      return { tone: "neutral", title: "This matter is closed.", text: "Everything can still be read." }
    case "completed":
      return {
        tone: "success",
        title: "You have completed this matter.",
        text: "The client can read it. To have something changed, let the client edit again.",
      }
    case "submitted":
      return matter.is_unseen && latest
        ? {
            tone: "warning",
            title: matter.is_changed
              ? "Something was changed since it was sent in."
              : "The client changed something and sent it in again.",
            text: "Nobody has seen it yet. Look at what changed before you go on.",
            action: {
              href: matter.is_changed
                ? `${home}/submissions/${latest.number}/changes`
                : `${home}/submissions`,
              text: "See what changed",
            },
          }
        : {
            tone: "info",
            title: "Your turn: the client has sent everything in.",
            text: "Review it, then complete the matter, or ask the client for more.",
            action: { href: `${home}/completion`, text: "Complete the matter" },
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
        ...(missing.length > 0 ? { action: { href: "#missing", text: "What is missing" } } : {}),
      }
    }
    default: {
      const [first] = waiting
      if (!first) {
        return {
          tone: "warning",
          title: "Nobody is invited yet.",
          text: "The client needs a link to begin.",
          action: { href: `${home}/invitations/new`, text: "Invite the client" },
        }
      }
      const sent = first.sent_at
        ? `The invitation was sent ${momentText(first.sent_at, visit)}.`
        : "The link was made but not sent by e-mail."
      return {
        tone: "info",
        title: `Waiting for ${nameOf(first)} to begin.`,
        text: sent,
        action: {
          href: `${home}/invitations/${first.id}`,
          text: first.sent_at ? "Send again" : "Get the link",
        },
      }
    }
  }
}
