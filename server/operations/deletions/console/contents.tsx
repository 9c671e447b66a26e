import { SummaryList } from "../../../web/ui/components/card.tsx"
import type { Counts } from "../deletions.ts"

/** The number of records in a matter. */
export function Contents({ counts }: { counts: Counts }) {
  return (
    <SummaryList
      rows={[
        { key: "People", value: counts.people },
        { key: "Assets", value: counts.assets },
        { key: "Answers", value: counts.answers },
        { key: "Documents", value: counts.documents },
        { key: "Submissions", value: counts.submissions },
        { key: "Messages", value: counts.messages },
      ]}
    />
  )
}
