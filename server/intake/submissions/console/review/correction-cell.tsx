import { Tag } from "../../../../web/ui/components/tag.tsx"
import type { CorrectionState } from "../../../corrections/corrections.ts"

/** The tag of a line that the client was or will be asked about. */
export function CorrectionCell({ line_id, state }: { line_id: string; state: CorrectionState | undefined }) {
  const words = state && stateWords[state]
  return <span id={`asked-${line_id}`}>{words && <Tag tone="info">{words}</Tag>}</span>
}

const stateWords: Partial<Record<CorrectionState, string>> = {
  collected: "On the list, not asked yet",
  open: "Asked",
  answered: "Correction answered",
}
