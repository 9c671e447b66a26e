import type { MatterState } from "../../matters/list.ts"
import { Tag, type Tone } from "../../ui/components/tag.tsx"

/** Where a matter is, in the firm's words; finer than the state, which is what one filters by. */
export interface Status {
  text: string
  tone: Tone
}

export interface StatusFacts {
  state: MatterState
  /** Somebody has a link that works. */
  is_invited: boolean
  /** Something was changed after the last submission. */
  is_changed: boolean
}

export function statusOf({ state, is_invited, is_changed }: StatusFacts): Status {
  switch (state) {
    case "created":
      return is_invited ? { text: "Invited", tone: "info" } : { text: "Not invited", tone: "neutral" }
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

export const stateWords: Record<MatterState, string> = {
  created: "Not started",
  started: "In progress",
  submitted: "Submitted",
  completed: "Completed",
  closed: "Closed",
}

export function StatusTag({ text, tone }: Status) {
  return <Tag tone={tone}>{text}</Tag>
}
