import type { MailState, stateInOutbox } from "../../../platform/mail/mail-state.ts"
import { Tag, type Tone } from "../../ui/components/tag.tsx"

type OutboxState = ReturnType<typeof stateInOutbox>

/** In the order of the filter: the most urgent first. */
export const mailStates = {
  failed: { text: "Failed", tone: "danger" },
  retrying: { text: "Failed, trying again", tone: "danger" },
  queued: { text: "Queued", tone: "neutral" },
  unsent: { text: "Not sent", tone: "warning" },
  withheld: { text: "Withheld", tone: "neutral" },
  sent: { text: "Sent", tone: "info" },
} as const satisfies Record<OutboxState["kind"], { text: string; tone: Tone }>

export function MailTag({ state }: { state: OutboxState }) {
  const { text, tone } = mailStates[state.kind]
  return <Tag tone={tone}>{text}</Tag>
}

/** Why an email was not sent; undefined if it was, or is still queued. */
export function whyNotSent(state: MailState): string | undefined {
  switch (state.kind) {
    case "unsent":
      return "It stays in the outbox."
    case "failed":
    case "retrying":
      return state.fault
    default:
      return undefined
  }
}
