import { Tag } from "../../../../web/ui/components/tag.tsx"
import type { CorrectionState } from "../../../corrections/corrections.ts"

/** The tag of a line that the client was or will be asked about; it leads to where that is answered and ends. */
export function CorrectionCell(props: { line_id: string; state: CorrectionState | undefined; home: string }) {
  const { line_id, state, home } = props
  const words = state && stateWords[state]
  return (
    <span id={`asked-${line_id}`}>
      {words && (
        <a href={`${home}/conversation?kind=corrections#stream`}>
          <Tag tone="info">{words}</Tag>
        </a>
      )}
    </span>
  )
}

const stateWords: Partial<Record<CorrectionState, string>> = {
  collected: "On the list, not asked yet",
  open: "Asked",
  answered: "Correction answered",
}
