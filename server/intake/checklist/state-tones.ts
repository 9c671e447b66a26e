import type { FileState } from "../documents/matter-files.ts"
import type { ChecklistState } from "./checklist.ts"

/** The color of what became of a requested document, or of a file, for clients and staff. */
export const stateTones = {
  requested: "neutral",
  missing: "warning",
  bring: "info",
  none: "neutral",
  dropped: "neutral",
  received: "info",
  accepted: "success",
  returned: "warning",
  replaced: "neutral",
} as const satisfies Record<ChecklistState | FileState, string>
