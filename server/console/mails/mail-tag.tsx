import type { Parts } from "../../parts.ts"
import type { MailState } from "../../platform/mail/mail-state.ts"
import { Tag, type Tone } from "../../ui/components/tag.tsx"

/** In the order in which one asks for them. */
export const mailStates = [
  "failed",
  "retrying",
  "queued",
  "unsent",
  "sent",
] as const satisfies readonly MailState["kind"][]

export function mailStateWords(kind: MailState["kind"]): string {
  return words[kind].text
}

const words: Record<MailState["kind"], { text: string; tone: Tone }> = {
  queued: { text: "Queued", tone: "neutral" },
  sent: { text: "Sent", tone: "info" },
  retrying: { text: "Failed, trying again", tone: "danger" },
  failed: { text: "Failed", tone: "danger" },
  unsent: { text: "Not sent", tone: "warning" },
}

/** Whether there is a mail server. */
export function isSending({ config }: Pick<Parts, "config">): boolean {
  return Boolean(config.smtp_url)
}

/** What became of a mail, in a word or two. */
export function MailTag({ state }: { state: MailState }) {
  const { text, tone } = words[state.kind]
  return <Tag tone={tone}>{text}</Tag>
}

/** Why it did not arrive; undefined where there is nothing to say. */
export function whyNotSent(state: MailState): string | undefined {
  switch (state.kind) {
    case "unsent":
      return "There was no mail server to send it."
    case "failed":
    case "retrying":
      return state.fault
    default:
      return undefined
  }
}
