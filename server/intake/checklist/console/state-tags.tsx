import { Tag } from "../../../web/ui/components/tag.tsx"
import type { FileState } from "../../documents/matter-files.ts"
import type { ChecklistState } from "../checklist.ts"
import { stateTones } from "../state-tones.ts"

const words: Record<ChecklistState | FileState, string> = {
  requested: "Requested",
  missing: "Missing",
  bring: "The client will bring it",
  none: "The client does not have it",
  dropped: "No longer needed",
  received: "Received",
  accepted: "Accepted",
  returned: "Returned",
  replaced: "Replaced",
}

export function stateTag(state: ChecklistState | FileState) {
  return { text: words[state], tone: stateTones[state] }
}

export function StateTag({ state }: { state: ChecklistState | FileState }) {
  const { text, tone } = stateTag(state)
  return <Tag tone={tone}>{text}</Tag>
}
