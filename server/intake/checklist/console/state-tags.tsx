import { Tag, type Tone } from "../../../web/ui/components/tag.tsx"
import type { FileState } from "../../documents/matter-files.ts"
import type { ChecklistState } from "../checklist.ts"

export const stateTags: Record<ChecklistState | FileState, { text: string; tone: Tone }> = {
  requested: { text: "Requested", tone: "neutral" },
  missing: { text: "Missing", tone: "warning" },
  bring: { text: "The client will bring it", tone: "info" },
  none: { text: "The client does not have it", tone: "neutral" },
  dropped: { text: "No longer needed", tone: "neutral" },
  received: { text: "Received", tone: "info" },
  accepted: { text: "Accepted", tone: "success" },
  returned: { text: "Returned", tone: "warning" },
  replaced: { text: "Replaced", tone: "neutral" },
}

/** What became of a requested document, or of a file. */
export function StateTag({ state }: { state: ChecklistState | FileState }) {
  const { text, tone } = stateTags[state]
  return <Tag tone={tone}>{text}</Tag>
}
