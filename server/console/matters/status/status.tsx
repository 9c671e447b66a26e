import type { OpenCorrectionCounts } from "../../../corrections/corrections.ts"
import type { MatterState } from "../../../matters/filters.ts"
import { Tag, type Tone } from "../../../ui/components/tag.tsx"
import type { InvitedBy } from "../invitations/client-mails.tsx"

/** Where a matter is, in the firm's words; finer than the state, which is what one filters by. */
export interface Status {
  text: string
  tone: Tone
}

export interface StatusFacts {
  state: MatterState
  /** How far the invitations came that nobody has started with. */
  invited_by: InvitedBy
  /** What the client was asked to look at again and is not over. */
  corrections: OpenCorrectionCounts
  /** Something was changed after the last submission. */
  is_changed: boolean
}

export function statusOf({ state, invited_by, corrections, is_changed }: StatusFacts): Status {
  if (state !== "completed" && state !== "closed") {
    const { open, answered } = corrections
    if (open > 0) return { text: `${correctionCount(open)} open`, tone: "info" }
    if (answered > 0) return { text: `${correctionCount(answered)} answered`, tone: "warning" }
  }
  switch (state) {
    case "created":
      return invitedWords[invited_by]
    case "started":
      return { text: "In progress", tone: "accent" }
    case "submitted":
      return is_changed
        ? { text: "Changed since sent", tone: "warning" }
        : { text: "Submitted", tone: "success" }
    case "completed":
      return { text: "Completed", tone: "success" }
    case "closed":
      return { text: "Closed", tone: "neutral" }
    default:
      return state satisfies never
  }
}

/** `1 correction`, `2 corrections`. */
export function correctionCount(count: number): string {
  return count === 1 ? "1 correction" : `${count} corrections`
}

const invitedWords: Record<InvitedBy, Status> = {
  none: { text: "Not invited", tone: "neutral" },
  link: { text: "Link created", tone: "info" },
  queued: { text: "Invitation queued", tone: "neutral" },
  sent: { text: "Invited", tone: "info" },
  expired: { text: "Invitation expired", tone: "warning" },
  unsent: { text: "Invitation not sent", tone: "warning" },
  retrying: { text: "Invitation failed", tone: "danger" },
  failed: { text: "Invitation failed", tone: "danger" },
}

export const stateWords: Record<MatterState, string> = {
  created: "Not started",
  started: "In progress",
  submitted: "Submitted",
  completed: "Completed",
  closed: "Closed",
}

/** Nobody would get a mail of anything that happens to the matter. */
export function UnheardTag() {
  return <Tag tone="warning">No one is notified</Tag>
}

/** Only the people on its list may see the matter. */
export function RestrictedTag() {
  return <Tag tone="warning">Restricted</Tag>
}

export function StatusTag({ text, tone }: Status) {
  return <Tag tone={tone}>{text}</Tag>
}
