import type { Finding, FindingLocation } from "../../../submissions/finding.ts"
import { Card } from "../../../ui/components/card.tsx"

/** Facts that a reader should notice, each with the way to where it is. */
export function Findings({ matter_id, findings }: { matter_id: string; findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <Card title={`Worth a look: ${findings.length}`} id="findings">
      <ul>
        {findings.map(({ code, where, sentence }, index) => (
          <li key={`${code}-${index}`}>
            <a href={findingUrl(matter_id, where)}>{sentence}</a>
          </li>
        ))}
      </ul>
      <p class="hint">Facts from what was entered. What they mean is yours to judge.</p>
    </Card>
  )
}

function findingUrl(matter_id: string, where: FindingLocation): string {
  const home = `/console/matters/${matter_id}`
  if ("contact_id" in where) return `${home}/people#${where.contact_id}`
  if ("role_id" in where) return `${home}/roles#${where.role_id}-${where.focus_contact_id ?? ""}`
  if ("asset_id" in where) return `${home}/assets#${where.asset_id}`
  return `${home}/documents`
}
