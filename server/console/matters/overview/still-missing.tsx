import type { Missing } from "../../../submissions/missing-answer.ts"
import { Card } from "../../../ui/components/card.tsx"

/** All that is required and not given yet. */
export function StillMissing({ missing }: { missing: readonly Missing[] }) {
  if (missing.length === 0) return null
  return (
    <Card title={`Still missing: ${missing.length}`} id="missing">
      <ul>
        {missing.map(({ label, person }, index) => (
          <li key={`${index}-${label}`}>
            {label}
            {person && <span class="cell-note"> ({person})</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
