import type { Finding } from "../../../../definition/conditions/findings.ts"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { lintDefinition } from "../../linting/linter.ts"
import { type Draft, editorUrl } from "./draft.ts"

export function findingsOf({ definition, row, former }: Draft): Finding[] {
  return lintDefinition(definition, row.approach, former)
}

/** The linter's findings, each with a link to its part. */
export function FindingsCard({ draft }: { draft: Draft }) {
  const findings = findingsOf(draft)
  const of = (severity: Finding["severity"]) => findings.filter((finding) => finding.severity === severity)
  return (
    <>
      <Findings
        draft={draft}
        findings={of("error")}
        tone="danger"
        title="To fix before it can be published"
      />
      <Findings draft={draft} findings={of("warning")} tone="warning" title="Worth a look" />
    </>
  )
}

interface FindingsProps {
  draft: Draft
  findings: readonly Finding[]
  tone: "danger" | "warning"
  title: string
}

function Findings({ draft, findings, tone, title }: FindingsProps) {
  if (findings.length === 0) return null
  return (
    <Banner tone={tone} title={`${title} (${findings.length})`}>
      <ul>
        {findings.map(({ message, where, code }) => (
          <li key={`${code} ${where} ${message}`}>
            {where === "" ? message : <a href={editorUrl(draft.row.id, where)}>{message}</a>}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
