import { countText } from "../../../../platform/text/count-text.ts"
import { Tag, type Tone } from "../../../../web/ui/components/tag.tsx"
import type { OpenCorrectionCounts } from "../../../corrections/corrections.ts"
import type { steps } from "../../../submissions/status/steps.ts"
import type { InvitationState } from "../../invitations/mail-states.ts"
import type { MatterState } from "../../list/filters.ts"
import type { MatterRow } from "../../matter-row.ts"

/** A matter's status as staff read it; finer than its state, by which the list filters. */
export interface Status {
  text: string
  tone: Tone
}

export interface StatusFacts {
  state: MatterState
  /** The worst state among the invitations that no one has started. */
  invitation_state: InvitationState
  corrections: OpenCorrectionCounts
  /** Something changed after the last submission. */
  is_changed: boolean
  /** Signatures or documents are still to come that the last submission was accepted without. */
  is_waiting: boolean
}

export function statusOf({
  state,
  invitation_state,
  corrections,
  is_changed,
  is_waiting,
}: StatusFacts): Status {
  if (state !== "completed" && state !== "closed") {
    const { open, answered } = corrections
    if (open > 0) return { text: `${countText(open, "correction")} open`, tone: "info" }
    if (answered > 0) return { text: `${countText(answered, "correction")} answered`, tone: "warning" }
  }
  if (state === "completed" && is_waiting) return { text: "Completed, something still to come", tone: "info" }
  if (state === "created") return invitationStatuses[invitation_state]
  return state === "submitted" && is_changed
    ? { text: "Changed since submitted", tone: "warning" }
    : statuses[state]
}

const statuses: Record<Exclude<MatterState, "created">, Status> = {
  started: { text: "In progress", tone: "accent" },
  submitted: { text: "Submitted", tone: "success" },
  completed: { text: "Completed", tone: "success" },
  closed: { text: "Closed", tone: "neutral" },
}

/** Whether a client still has something to do, so that a reminder would say something. */
export function awaitsClient({
  state,
  corrections,
  is_waiting,
}: Pick<StatusFacts, "state" | "corrections" | "is_waiting">): boolean {
  if (state === "created" || state === "started") return true
  return state !== "closed" && (is_waiting || (state === "submitted" && corrections.open > 0))
}

const invitationStatuses: Record<InvitationState, Status> = {
  none: { text: "Not invited", tone: "neutral" },
  link: { text: "Link created", tone: "info" },
  queued: { text: "Invitation queued", tone: "neutral" },
  sent: { text: "Invited", tone: "info" },
  expired: { text: "Invitation expired", tone: "warning" },
  unsent: { text: "Invitation not sent", tone: "warning" },
  retrying: { text: "Invitation failed", tone: "danger" },
  failed: { text: "Invitation failed", tone: "danger" },
}

export function limitsOf({
  is_restricted,
  is_held,
}: Pick<MatterRow, "is_restricted"> & { is_held: boolean }) {
  return [is_restricted && "Restricted", is_held && "Legal hold"]
}

/** That a client with something to do is not reminded. */
export function remindersNote(matter: StatusFacts & Pick<MatterRow, "reminders_off">) {
  return matter.reminders_off && awaitsClient(matter) && "Reminders off"
}

export const unnotifiedText = "No one is notified"

export function Warnings({ texts }: { texts: readonly (string | false)[] }) {
  return texts.map((text) => text && <Tag tone="warning">{text}</Tag>)
}

export function StatusTag({ text, tone }: Status) {
  return <Tag tone={tone}>{text}</Tag>
}

export type StepName = keyof typeof steps

interface StepWords {
  text: string
  /** Why the step is not possible if it is done. */
  already: string
  /** The step that restores exactly what this one changed. */
  undo?: StepName
}

export const stepWords: Record<StepName, StepWords> = {
  completion: { text: "Complete", already: "This matter is already completed.", undo: "client-editing" },
  "client-editing": { text: "Reopen for the client", already: "The client can already edit this matter." },
  closing: { text: "Close", already: "This matter is already closed.", undo: "reopening" },
  reopening: { text: "Reopen", already: "This matter is already open." },
}

/** What the status depends on, for forms to carry. */
export function statusSeen(matter: MatterRow): string {
  const { close_date, completed_at, client_may_edit, submitted_at } = matter
  return [
    close_date ?? "",
    completed_at?.getTime() ?? "",
    client_may_edit ? "editing" : "",
    submitted_at?.getTime() ?? "",
  ].join("/")
}
