import type { Finding } from "../../../../definition/conditions/findings.ts"
import { Banner } from "../../../../web/ui/components/banner.tsx"
import { List } from "../../../../web/ui/components/list.tsx"
import { lintDefinition } from "../../linting/linter.ts"
import { type Draft, editorUrl } from "./draft.ts"

export function findingsOf({ definition, row, former }: Draft): Finding[] {
  return lintDefinition(definition, row.approach, former)
}

const severities = [
  ["error", "danger", "To fix before it can be published"],
  ["warning", "warning", "Worth a look"],
] as const

export function FindingsCard({ draft }: { draft: Draft }) {
  const bySeverity = Map.groupBy(findingsOf(draft), ({ severity }) => severity)
  return severities.map(([severity, tone, title]) => {
    const findings = bySeverity.get(severity)
    return (
      findings && (
        <Banner key={severity} tone={tone} title={`${title} (${findings.length})`}>
          <List
            items={findings.map(({ message, where }) =>
              where === "" ? message : <a href={editorUrl(draft.row.id, where)}>{message}</a>,
            )}
          />
        </Banner>
      )
    )
  })
}
