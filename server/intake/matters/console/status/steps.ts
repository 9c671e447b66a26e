import type { steps } from "../../../submissions/status/steps.ts"
import type { MatterRow } from "../../matter-row.ts"

export type StepName = keyof typeof steps

interface StepWords {
  /** The button's label. */
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
