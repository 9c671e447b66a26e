import type { MatterState } from "./list/filters.ts"

/** What staff call the states of a matter. */
export const stateWords: Record<MatterState, string> = {
  created: "Not started",
  started: "In progress",
  submitted: "Submitted",
  completed: "Completed",
  closed: "Closed",
}
