import type { Counts } from "../../deletions/deletions.ts"
import { SummaryList } from "../../ui/components/summary-list.tsx"

/** What a matter holds, in numbers. */
export function Contents({ counts }: { counts: Counts }) {
  return <SummaryList rows={contentRows(counts).map(({ label, value }) => ({ key: label, value }))} />
}

function contentRows(counts: Counts): { label: string; value: string }[] {
  return [
    { label: "People", value: String(counts.people) },
    { label: "Assets", value: String(counts.assets) },
    { label: "Answers", value: String(counts.answers) },
    { label: "Documents", value: String(counts.documents) },
    { label: "Submissions", value: String(counts.submissions) },
    { label: "Messages", value: String(counts.messages) },
  ]
}
