import { Tag, type Tone } from "../../../web/ui/components/tag.tsx"
import type { FileState } from "../../documents/matter-files.ts"
import type { ChecklistState } from "../checklist.ts"

const words: Record<ChecklistState | FileState, [text: string, tone: Tone]> = {
  requested: ["Requested", "neutral"],
  missing: ["Missing", "warning"],
  bring: ["The client will bring it", "info"],
  none: ["The client does not have it", "neutral"],
  received: ["Received", "info"],
  accepted: ["Accepted", "success"],
  returned: ["Returned", "warning"],
  replaced: ["Replaced", "neutral"],
}

/** What became of a requested document, or of a file. */
export function StateTag({ state }: { state: ChecklistState | FileState }) {
  const [text, tone] = words[state]
  return <Tag tone={tone}>{text}</Tag>
}
